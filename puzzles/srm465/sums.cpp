// Follow the sums of the throws, of which a running total gives the next row.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <vector>

using Chances = std::vector<double>;

// Less than rounding leaves of any sum.
constexpr double TINY = 1e-20;

// The chances that the sum of 0, 1, ... throws is less than the way to go, down to 0.
Chances short_of(int way, int faces) {
    Chances chances;
    Chances row(std::max(way, 1), 0.0);
    row[0] = 1;
    for (int throws = 0; throws < way; ++throws) {
        double total = 0;
        for (int sum = throws; sum < way; ++sum) total += row[sum];
        if (total < TINY) break;
        chances.push_back(std::min(total, chances.empty() ? 1.0 : chances.back()));
        // The sum is reached from the sums that are one to `faces` less.
        double window = 0;
        Chances next(way, 0.0);
        for (int sum = throws + 1; sum < way; ++sum) {
            window += row[sum - 1];
            if (sum > faces) window -= row[sum - 1 - faces];
            next[sum] = window < TINY ? 0 : window / faces;
        }
        row.swap(next);
    }
    chances.push_back(0);
    return chances;
}

// The chance to win, with the share of undecided games that the player to move wins.
double whole(double faces, double won, double undecided) {
    return std::min(won + undecided * faces / (2 * faces - 1), 1.0);
}

int main(int, char** words) {
    auto begun = std::chrono::steady_clock::now();
    int squares, faces, x, y;
    if (!(std::cin >> squares >> faces >> x >> y)) {
        std::cerr << "expected four whole numbers: n d x y\n";
        return 1;
    }
    Chances first = short_of(squares - faces - x, faces), second = short_of(squares - faces - y, faces);
    std::size_t turns = squares - faces - 1, length = std::max(first.size(), second.size());
    first.resize(length);
    second.resize(length);
    double miss = (faces - 1.0) / faces, won = 0, inside = 1 - first[0], other_inside = 1 - second[0];
    for (std::size_t turn = 1; turn < length; ++turn) {
        won += inside / faces * (other_inside + second[turn - 1]);
        inside = inside * miss + (first[turn - 1] - first[turn]);
        other_inside = other_inside * miss + (second[turn - 1] - second[turn]);
    }
    // Both are inside now, so that all turns that are left are alike.
    double both = inside * other_inside, undecided = std::pow(miss, 2.0 * (turns + 1 - length));
    won = whole(faces, won, both * (1 - undecided));
    if (words[1][0] != '1') won = whole(faces, won, both * undecided);
    std::printf("%.17g\n", won);
    std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - begun;
    std::printf("_duration: %lld ns\n", static_cast<long long>(taken.count()));
}
