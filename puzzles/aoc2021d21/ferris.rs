// Race each player alone and count the ways per turn, then pair the two.
use std::io::{stdin, Read};
use std::time::Instant;

const SUMS: [(usize, u64); 7] = [(3, 1), (4, 3), (5, 6), (6, 7), (7, 6), (8, 3), (9, 1)];
const SPACES: usize = 10;
const GOAL: usize = 21;

fn part1(mut places: [usize; 2]) -> usize {
    let mut points = [0, 0];
    let (mut throws, mut player) = (0, 0);
    loop {
        // Three faces in a row add up to three times the one in the middle.
        places[player] = (places[player] + 3 * (throws + 2) - 1) % SPACES + 1;
        throws += 3;
        points[player] += places[player];
        if points[player] >= 1000 {
            return throws * points[1 - player];
        }
        player = 1 - player;
    }
}

/// For each turn, the ways in which a player alone is still playing after it, and finishes with it.
fn alone(start: usize) -> (Vec<u64>, Vec<u64>) {
    let mut states = [[0; GOAL]; SPACES];
    states[start % SPACES][0] = 1;
    let (mut playing, mut finished) = (vec![1], vec![0]);
    while playing.last() != Some(&0) {
        let mut after = [[0; GOAL]; SPACES];
        let (mut going_on, mut ended) = (0, 0);
        for (place, row) in states.iter().enumerate() {
            for (points, &ways) in row.iter().enumerate().filter(|(_, &ways)| ways > 0) {
                for (sum, splits) in SUMS {
                    let landed = (place + sum) % SPACES;
                    let reached = points + if landed == 0 { SPACES } else { landed };
                    if reached >= GOAL {
                        ended += ways * splits;
                    } else {
                        going_on += ways * splits;
                        after[landed][reached] += ways * splits;
                    }
                }
            }
        }
        states = after;
        playing.push(going_on);
        finished.push(ended);
    }
    (playing, finished)
}

fn part2(starts: [usize; 2]) -> u64 {
    let [(first, first_ends), (second, second_ends)] = starts.map(alone);
    // Player 2 throws second: when player 1 finishes, player 2 has had a turn less.
    let first_wins: u64 = first_ends.iter().skip(1).zip(&second).map(|(ends, goes)| ends * goes).sum();
    let second_wins: u64 = second_ends.iter().zip(&first).map(|(ends, goes)| ends * goes).sum();
    first_wins.max(second_wins)
}

fn main() {
    let begun = Instant::now();
    let mut text = String::new();
    stdin().read_to_string(&mut text).expect("an input");
    let starts: Vec<usize> = text
        .lines()
        .map(|line| line.rsplit(' ').next().unwrap().parse().expect("a starting position"))
        .collect();
    let starts = [starts[0], starts[1]];
    match std::env::args().nth(1).as_deref() {
        Some("1") => println!("{}", part1(starts)),
        _ => println!("{}", part2(starts)),
    }
    println!("_duration: {} ns", begun.elapsed().as_nanos());
}
