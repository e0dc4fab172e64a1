// Fill the table bottom up; part 2 improves the choice of a shot in each state by the raw Bellman equation.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <vector>

constexpr double ROUNDING = 1e-15;  // the least gain for which another shot is chosen

struct Shot {
    int points;
    double hit;
};

// All shots up to the first that wins the game with one hit.
std::vector<Shot> useful_shots(int target) {
    std::vector<Shot> shots = {{1, 0.5}};
    while (shots.back().points < target) shots.push_back({2 * shots.back().points, shots.back().hit / 2});
    return shots;
}

// The chance of player 2 after a hit, where it is the turn of player 1.
double after_hit(const std::vector<double>& first, int need, int points) {
    return need <= points ? 1.0 : first[need - points];
}

// The best chance of player 2, given that after a miss: the equation solved for it.
double solved(const std::vector<Shot>& shots, const std::vector<double>& first, int need, double fallback, int&) {
    double best = 0;
    for (auto [points, hit] : shots) {
        best = std::max(best, 2 * hit / (1 + hit) * (after_hit(first, need, points) - fallback));
        if (points >= need) break;
    }
    return fallback + best;
}

// The same by the raw equation: a choice is improved until none is better.
double improved(
    const std::vector<Shot>& shots, const std::vector<double>& first, int need, double fallback, int& choice) {
    for (;;) {
        auto [points, hit] = shots[choice];
        double miss = fallback + hit / (1 + hit) * (after_hit(first, need, points) - fallback);
        double best = hit * (after_hit(first, need, points) - miss) + ROUNDING;
        int last = choice;
        for (int other = 0; other < static_cast<int>(shots.size()); ++other) {
            double gain = shots[other].hit * (after_hit(first, need, shots[other].points) - miss);
            if (gain > best) best = gain, choice = other;
            if (shots[other].points >= need) break;
        }
        if (choice == last) return 2 * miss - fallback;
    }
}

int main(int, char** words) {
    auto begun = std::chrono::steady_clock::now();
    int target;
    if (!(std::cin >> target) || target < 1) {
        std::cerr << "the target must be a whole number from 1\n";
        return 1;
    }
    auto shots = useful_shots(target);
    auto best = words[1][0] == '1' ? solved : improved;
    // By how many points player 2 needs: its chance at the turn of player 1, and at its own.
    std::vector<double> first(target + 1, 1.0), second(target + 1, 0.0);
    // First try what was best when player 1 needed a point less.
    std::vector<int> choices(target + 1, 0);
    for (int need_of_first = 1; need_of_first <= target; ++need_of_first)
        for (int need = 1; need <= target; ++need) {
            double fallback = second[need];
            second[need] = best(shots, first, need, fallback, choices[need]);
            first[need] = (second[need] + fallback) / 2;
        }
    std::printf("%.8f\n", first[target]);
    std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - begun;
    std::printf("_duration: %lld ns\n", static_cast<long long>(taken.count()));
}
