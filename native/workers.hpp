// Work shared between threads that live for one step only.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "vectors.hpp"

namespace truecut {

// Starting threads for every step takes as long as counting some ten thousand rows.
inline unsigned helpful_workers(std::size_t rows) {
    constexpr std::size_t rows_worth_a_thread = 200'000;
    constexpr unsigned most_workers = 8;
    if (rows < rows_worth_a_thread) return 1;
    return std::clamp(std::thread::hardware_concurrency(), 1u, most_workers);
}

// What the thread that called the kernel does between two pieces of work: it may throw, and then the
// work ends. Python looks for Ctrl-C here.
inline void (*between_pieces)() = nullptr;

inline void pause_between_pieces(unsigned worker) {
    if (worker == 0 && between_pieces) between_pieces();
}

// Call work(worker) once for every worker, and return when all are done. The first exception is
// passed on; a thread that cannot be started has its share done here.
template <class Work>
void run_workers(unsigned workers, const Work& work) {
    std::vector<std::exception_ptr> failures(workers);
    const auto guarded = [&](unsigned worker) noexcept {
        try {
            work(worker);
        } catch (...) {
            failures[worker] = std::current_exception();
        }
    };

    std::vector<std::thread> threads;
    threads.reserve(workers);
    unsigned next = 1;
    try {
        for (; next < workers; ++next) threads.emplace_back(guarded, next);
    } catch (const std::system_error&) {
    }
    guarded(0);
    for (; next < workers; ++next) guarded(next);
    for (std::thread& thread : threads) thread.join();

    for (const std::exception_ptr& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
}

// Call work(worker, item) once for every item; a worker that is done takes the next one, and one that
// fails leaves none for the others.
template <class Work>
void share_out(std::size_t items, unsigned workers, const Work& work) {
    std::atomic<std::size_t> next{0};
    run_workers(workers, [&](unsigned worker) {
        try {
            for (std::size_t item = next++; item < items; item = next++) {
                pause_between_pieces(worker);
                work(worker, item);
            }
        } catch (...) {
            next = items;
            throw;
        }
    });
}

// The rows that a worker looks at when rows are dealt out in order.
struct Share {
    std::size_t begin;
    std::size_t end;

    Share(std::size_t rows, unsigned worker, unsigned workers)
        : begin(rows / workers * worker), end(worker + 1 == workers ? rows : rows / workers * (worker + 1)) {}
};

// Call work(begin, end) for every million rows of a share, in order.
template <class Work>
void for_each_piece(const Share& share, unsigned worker, const Work& work) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    for (std::size_t begin = share.begin; begin < share.end; begin += piece) {
        pause_between_pieces(worker);
        work(begin, std::min(begin + piece, share.end));
    }
}

// Work that looks at some rows several times does so block by block: a block is in the first-level cache, and so short
// that the processor still sees its columns as streams and fetches what comes next.
constexpr std::size_t rows_of_block = 64;

template <class Work>
void for_each_block(const Share& share, unsigned worker, Work work) {
    for_each_piece(share, worker, [&work](std::size_t begin, std::size_t end) {
        vectorised([&work, begin, end] {
            for (std::size_t first = begin; first < end; first += rows_of_block) {
                work(first, std::min(rows_of_block, end - first));
            }
        });
    });
}

// Call work(row) for every row of a share, in order.
template <class Work>
void for_each_row(const Share& share, unsigned worker, Work work) {
    for_each_piece(share, worker, [work](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) work(row);
    });
}

}  // namespace truecut
