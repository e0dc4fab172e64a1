// Keep the number of universes in each state, and play all of them turn by turn.
use std::io::{stdin, Read};
use std::time::Instant;

const SUMS: [(usize, u64); 7] = [(3, 1), (4, 3), (5, 6), (6, 7), (7, 6), (8, 3), (9, 1)];
const GOAL: usize = 21;
const STATES: usize = 10 * GOAL;

fn part1(mut places: [u32; 2]) -> u32 {
    let mut points = [0, 0];
    let (mut throws, mut player) = (0, 0);
    loop {
        // Three faces in a row add up to three times the one in the middle.
        places[player] = (places[player] + 3 * (throws + 2) - 1) % 10 + 1;
        throws += 3;
        points[player] += places[player];
        if points[player] >= 1000 {
            return throws * points[1 - player];
        }
        player = 1 - player;
    }
}

/// A state of both players; that of one is place + 10 * points. The one to move comes first.
fn part2(places: [u32; 2]) -> u64 {
    let mut universes = vec![0u64; STATES * STATES];
    universes[(places[0] as usize % 10) * STATES + places[1] as usize % 10] = 1;
    let mut wins = [0, 0];
    let mut player = 0;
    while universes.iter().any(|&ways| ways > 0) {
        let mut after = vec![0u64; STATES * STATES];
        for (state, &ways) in universes.iter().enumerate().filter(|(_, &ways)| ways > 0) {
            let (mover, waiting) = (state / STATES, state % STATES);
            for (sum, splits) in SUMS {
                let place = (mover % 10 + sum) % 10;
                let points = mover / 10 + if place == 0 { 10 } else { place };
                if points >= GOAL {
                    wins[player] += ways * splits;
                } else {
                    after[waiting * STATES + place + 10 * points] += ways * splits;
                }
            }
        }
        universes = after;
        player = 1 - player;
    }
    wins[0].max(wins[1])
}

fn main() {
    let begun = Instant::now();
    let mut text = String::new();
    stdin().read_to_string(&mut text).expect("an input");
    let starts: Vec<u32> = text
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
