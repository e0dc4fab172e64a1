// Eliminate the distances one by one from the banded system of expected turns.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>

// Of 36 throws, how many change the distance by -2, -1, ... 2.
using Moves = std::array<int, 5>;

Moves known() { return {1, 8, 18, 8, 1}; }

// The same, from what each of the six faces does to either die.
Moves rolled_out() {
    constexpr std::array<int, 6> passes = {-1, 0, 0, 0, 0, 1};
    Moves moves{};
    for (int here : passes)
        for (int there : passes) ++moves[there - here + 2];
    return moves;
}

// Where the chase is after it has left a distance that was eliminated.
struct Detour {
    double turns, ended, one, two;
};

double expected_turns(int players, const Moves& moves) {
    Detour before{0, 1, 0, 0}, last{0, 1, 0, 0};
    for (int distance = 1; distance <= players / 2; ++distance) {
        // How many throws lead two back, one back, one farther and two farther, folded at both ends.
        std::array<int, 5> reached{};
        for (int move = -2; move <= 2; ++move) {
            int there = std::abs(distance + move);
            there = std::min(there, players - there);
            reached[there - distance + 2] += moves[move + 2];
        }
        double two_back = reached[0], one_back = reached[1] + two_back * before.one;
        double ended = two_back * before.ended + one_back * last.ended;
        double one = reached[3] + one_back * last.two, two = reached[4], moved = ended + one + two;
        double turns = 36 + two_back * before.turns + one_back * last.turns;
        before = last;
        last = {turns / moved, ended / moved, one / moved, two / moved};
    }
    return last.turns;
}

int main(int, char** words) {
    auto begun = std::chrono::steady_clock::now();
    int players;
    if (!(std::cin >> players) || players < 4 || players % 2) {
        std::cerr << "the number of players must be even, and at least 4\n";
        return 1;
    }
    double turns = expected_turns(players, words[1][0] == '1' ? known() : rolled_out());
    // Ten significant digits.
    std::printf("%.*f\n", std::max(0, 9 - static_cast<int>(std::floor(std::log10(turns)))), turns);
    std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - begun;
    std::printf("_duration: %lld ns\n", static_cast<long long>(taken.count()));
}
