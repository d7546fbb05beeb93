// Which points of many rising lines are corners of their upper convex hulls. Points on a chord are none.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "buffer.hpp"
#include "workers.hpp"

namespace truecut {

struct Lines {
    const double* across;
    const double* up;
    std::size_t count;
    std::size_t points;  // of each line
};

inline void mark_corners(const double* across, const double* up, std::size_t points,
                         std::vector<std::size_t>& corners, std::uint8_t* is_corner) {
    corners.clear();
    for (std::size_t point = 0; point < points; ++point) {
        // Of equal points the first is kept.
        if (point && across[point] == across[point - 1] && up[point] == up[point - 1]) continue;
        while (corners.size() > 1) {
            const std::size_t last = corners[corners.size() - 1];
            const std::size_t before = corners[corners.size() - 2];
            const double height = (across[point] - across[before]) * (up[last] - up[before]) -
                                  (up[point] - up[before]) * (across[last] - across[before]);
            if (height > 0) break;
            corners.pop_back();
        }
        corners.push_back(point);
    }
    for (const std::size_t corner : corners) is_corner[corner] = 1;
}

inline Buffer<std::uint8_t> hull_corners(const Lines& lines, unsigned workers) {
    Buffer<std::uint8_t> is_corner(lines.count * lines.points);
    for (std::size_t point = 0; point < is_corner.size(); ++point) is_corner[point] = 0;
    std::vector<std::vector<std::size_t>> corners(workers);
    share_out(lines.count, workers, [&](unsigned worker, std::size_t line) {
        const std::size_t begin = line * lines.points;
        mark_corners(lines.across + begin, lines.up + begin, lines.points, corners[worker],
                     is_corner.data() + begin);
    });
    return is_corner;
}

}  // namespace truecut
