// Race each player alone and count the ways per turn, then pair the two.
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

using Ways = std::int64_t;

// The ways to move 3, 4, ... 9 spaces with three throws of a die with three sides.
constexpr std::array<int, 10> SUMS = {0, 0, 0, 1, 3, 6, 7, 6, 3, 1};
constexpr int SPACES = 10, GOAL = 21;

int part1(std::array<int, 2> position) {
    std::array<int, 2> points = {0, 0};
    for (int throws = 0, player = 0;; player = 1 - player) {
        // Three faces in a row add up to three times the one in the middle; only the last digit matters.
        int middle = throws + 2;
        throws += 3;
        position[player] = (position[player] + 3 * middle - 1) % SPACES + 1;
        points[player] += position[player];
        if (points[player] >= 1000) return throws * points[1 - player];
    }
}

struct Turn {
    Ways playing, finished;
};

// For each turn, the ways in which a player alone is still playing after it, or finishes with it.
std::vector<Turn> alone(int start) {
    using Row = std::array<Ways, GOAL>;
    std::array<Row, SPACES> states{};
    states[start % SPACES][0] = 1;
    std::vector<Turn> turns = {{1, 0}};
    while (turns.back().playing) {
        std::array<Row, SPACES> after{};
        Turn turn = {0, 0};
        for (int place = 0; place < SPACES; ++place)
            for (int points = 0; points < GOAL; ++points)
                for (int sum = 3; sum <= 9; ++sum) {
                    Ways ways = states[place][points] * SUMS[sum];
                    int landed = (place + sum) % SPACES, reached = points + (landed ? landed : SPACES);
                    if (reached >= GOAL) {
                        turn.finished += ways;
                    } else {
                        turn.playing += ways;
                        after[landed][reached] += ways;
                    }
                }
        states = after;
        turns.push_back(turn);
    }
    return turns;
}

Ways part2(std::array<int, 2> starts) {
    auto first = alone(starts[0]), second = alone(starts[1]);
    Ways first_wins = 0, second_wins = 0;
    // Player 2 throws second: when player 1 finishes, player 2 has had a turn less.
    for (std::size_t turn = 1; turn < first.size() && turn <= second.size(); ++turn)
        first_wins += first[turn].finished * second[turn - 1].playing;
    for (std::size_t turn = 1; turn < second.size() && turn < first.size(); ++turn)
        second_wins += second[turn].finished * first[turn].playing;
    return std::max(first_wins, second_wins);
}

int main(int, char** words) {
    auto begun = std::chrono::steady_clock::now();
    std::array<int, 2> starts;
    for (int& start : starts) {
        std::string line;
        std::getline(std::cin, line);
        start = std::stoi(line.substr(line.find(':') + 1));
    }
    std::cout << (words[1][0] == '1' ? part1(starts) : part2(starts)) << std::endl;
    std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - begun;
    std::printf("_duration: %lld ns\n", static_cast<long long>(taken.count()));
}
