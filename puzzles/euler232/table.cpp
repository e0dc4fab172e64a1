// Fill the table bottom up; part 2 iterates the raw Bellman equation in each state.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <vector>

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
double solved(const std::vector<Shot>& shots, const std::vector<double>& first, int need, double fallback) {
    double best = 0;
    for (auto [points, hit] : shots) {
        best = std::max(best, 2 * hit / (1 + hit) * (after_hit(first, need, points) - fallback));
        if (points >= need) break;
    }
    return fallback + best;
}

// The same, repeated until it settles.
double settled(const std::vector<Shot>& shots, const std::vector<double>& first, int need, double fallback) {
    double chance = fallback, last = -1;
    while (chance != last) {
        double miss = (chance + fallback) / 2;
        last = chance;
        chance = 0;
        for (auto [points, hit] : shots) {
            chance = std::max(chance, hit * after_hit(first, need, points) + (1 - hit) * miss);
            if (points >= need) break;
        }
    }
    return chance;
}

int main(int, char** words) {
    auto begun = std::chrono::steady_clock::now();
    int target;
    if (!(std::cin >> target) || target < 1) {
        std::cerr << "the target must be a whole number from 1\n";
        return 1;
    }
    auto shots = useful_shots(target);
    auto best = words[1][0] == '1' ? solved : settled;
    // By how many points player 2 needs: its chance at the turn of player 1, and at its own.
    std::vector<double> first(target + 1, 1.0), second(target + 1, 0.0);
    for (int need_of_first = 1; need_of_first <= target; ++need_of_first)
        for (int need = 1; need <= target; ++need) {
            double fallback = second[need];
            second[need] = best(shots, first, need, fallback);
            first[need] = (second[need] + fallback) / 2;
        }
    std::printf("%.8f\n", first[target]);
    std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - begun;
    std::printf("_duration: %lld ns\n", static_cast<long long>(taken.count()));
}
