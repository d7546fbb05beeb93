// Memory that is not set to zero first, because every element is about to be written.
//
// A fresh page costs about as much as sorting the rows that it holds, so pages that are given back are kept for the
// next call: 64 MB at most, which is what a million rows need. Whoever counts the predictions of many models, or
// replicates of one table, pays for the pages once.

#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace truecut {

// A piece of memory and how much of it there is.
struct Pages {
    void* begin = nullptr;
    std::size_t bytes = 0;
};

class SparePages {
public:
    // Whoever cannot look at once does not wait: a process that was forked while another thread looked would wait
    // for ever.
    Pages take(std::size_t bytes) {
        const std::unique_lock lock(looking_, std::try_to_lock);
        if (!lock) return {};
        for (Pages& spare : kept_) {
            // Much larger ones are left for those who need them.
            if (spare.bytes < bytes || spare.bytes / 2 > bytes) continue;
            bytes_ -= spare.bytes;
            return std::exchange(spare, {});
        }
        return {};
    }

    bool keep(const Pages& pages) {
        const std::unique_lock lock(looking_, std::try_to_lock);
        if (!lock || bytes_ + pages.bytes > most_bytes) return false;
        for (Pages& spare : kept_) {
            if (spare.bytes) continue;
            spare = pages;
            bytes_ += pages.bytes;
            return true;
        }
        return false;
    }

    // Never destroyed: the last buffers are given back when the process ends.
    static SparePages& of_process() {
        static SparePages* const pages = new SparePages;
        return *pages;
    }

private:
    static constexpr std::size_t most_bytes = std::size_t{64} << 20;

    std::mutex looking_;
    std::array<Pages, 16> kept_;
    std::size_t bytes_ = 0;
};

template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>, "elements are written over memory that holds nothing");

public:
    Buffer() = default;

    explicit Buffer(std::size_t count) : size_(count) {
        const std::size_t bytes = whole_pages((count ? count : 1) * sizeof(T));
        if (is_worth_keeping(bytes)) pages_ = SparePages::of_process().take(bytes);
        if (!pages_.begin) pages_ = fresh(bytes);
    }

    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Buffer() {
        if (!pages_.begin) return;
        if (is_worth_keeping(pages_.bytes) && SparePages::of_process().keep(pages_)) return;
        ::operator delete(pages_.begin, alignment_of(pages_.bytes));
    }

    T* data() { return static_cast<T*>(pages_.begin); }
    const T* data() const { return static_cast<const T*>(pages_.begin); }
    std::size_t size() const { return size_; }
    T& operator[](std::size_t index) { return data()[index]; }
    const T& operator[](std::size_t index) const { return data()[index]; }

private:
    static constexpr std::size_t cache_line = 64;
    static constexpr std::size_t page = std::size_t{4} << 10;
    static constexpr std::size_t huge_page = std::size_t{2} << 20;

    static bool is_huge(std::size_t bytes) { return bytes >= huge_page / 2; }

    static std::size_t whole_pages(std::size_t bytes) {
        const std::size_t unit = is_huge(bytes) ? huge_page : bytes >= page ? page : cache_line;
        return (bytes + unit - 1) / unit * unit;
    }

    static std::align_val_t alignment_of(std::size_t bytes) {
        return std::align_val_t{is_huge(bytes) ? huge_page : cache_line};
    }

    // Less than this the system's allocator keeps by itself. Sanitizers want to see all memory given back.
    static bool is_worth_keeping(std::size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
        (void)bytes;
        return false;
#else
        return bytes >= (std::size_t{64} << 10);
#endif
    }

    static Pages fresh(std::size_t bytes) {
        void* const begin = ::operator new(bytes, alignment_of(bytes));
#ifdef __linux__
        // A page fault for every 4 KB costs up to half as much as the sort itself. Advice may be ignored.
        if (is_huge(bytes)) madvise(begin, bytes, MADV_HUGEPAGE);
#endif
        return {begin, bytes};
    }

    void swap(Buffer& other) noexcept {
        std::swap(pages_, other.pages_);
        std::swap(size_, other.size_);
    }

    Pages pages_;
    std::size_t size_ = 0;
};

}  // namespace truecut
