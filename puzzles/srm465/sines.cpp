// Work out the turns of entry from a few waves, or from the sums of few throws.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <iostream>
#include <vector>

using Chances = std::vector<double>;

constexpr double PI = 3.141592653589793;
// As in srm465.py: less than 1e-17 of a sum lies beyond SPREAD standard deviations, and 1/3, the highest
// side lobe of any die, is less than 1e-17 to the power of MANY_THROWS.
constexpr double SPREAD = 9;
constexpr int MANY_THROWS = 37;

// The chances that `from`, ... `to` - 1 throws add up to less than `way`, from the table of their sums.
void by_table(int faces, int way, int from, int to, Chances& chances) {
    Chances row(way), next(way);
    row[0] = 1;
    for (int throws = 1; throws < to; ++throws) {
        // A sum is reached from the sums that are one to `faces` less.
        double window = 0, total = 0;
        std::fill_n(next.begin(), throws, 0.0);
        for (int sum = throws; sum < way; ++sum) {
            window += row[sum - 1];
            if (sum > faces) window -= row[sum - 1 - faces];
            total += next[sum] = window / faces;
        }
        row.swap(next);
        if (throws >= from) chances.push_back(total);
    }
}

// The same from the waves of a circle that is so long that no sum goes half-way round it.
void by_waves(int faces, int way, int from, int to, Chances& chances) {
    double deviation = std::sqrt((faces * faces - 1.0) / 12);
    long circle = 4 * std::lround(std::ceil(SPREAD * deviation * std::sqrt(to))) + 4;
    double faint = std::pow(1e-18, 1.0 / from);
    Chances sums(to - from, 0.5);
    for (long wave = 1;; wave += 2) {
        double half_angle = PI * wave / circle;
        double strength = std::sin(faces * half_angle) / (faces * std::sin(half_angle));
        if (strength <= faint) break;
        // The phase in whole numbers, so that a long way to go costs no precision.
        long phase = wave * (from * (faces + 1L) - 2L * way + 1) % (2 * circle);
        double height = 2 / (circle * std::sin(half_angle)) * std::pow(strength, from);
        auto step = std::polar(strength, (faces + 1) * half_angle), now = std::polar(height, 0.0);
        now *= std::exp(std::complex<double>(0, PI * phase / circle));
        for (double& sum : sums) {
            sum -= now.imag();
            now *= step;
        }
    }
    chances.insert(chances.end(), sums.begin(), sums.end());
}

// The chances of not having entered the last squares after 0, 1, ... turns, down to 0.
Chances short_of(int faces, int way) {
    if (way <= 0) return {0};
    double mean = (faces + 1) / 2.0, spread = SPREAD * std::sqrt((faces * faces - 1.0) / 12);
    double root = std::sqrt(spread * spread + 4 * mean * way);
    // The throws for which the way is SPREAD deviations above, and below, the mean of their sum.
    double soonest = std::pow((root - spread) / (2 * mean), 2), latest = std::pow((root + spread) / (2 * mean), 2);
    int sure = std::min(std::max(static_cast<int>(soonest), (way - 1) / faces), way - 1);
    int end = std::min(static_cast<int>(std::ceil(latest)), way);
    Chances chances(sure + 1, 1.0);
    if (sure + 1 < end) (sure >= MANY_THROWS ? by_waves : by_table)(faces, way, sure + 1, end, chances);
    // Rounding must not let a chance rise again.
    double least = 1;
    for (double& chance : chances) chance = least = std::min(least, std::max(chance, 0.0));
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
    Chances first = short_of(faces, squares - faces - x), second = short_of(faces, squares - faces - y);
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
