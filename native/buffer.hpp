// Memory that is not set to zero first, because every element is about to be written.
//
// A fresh page costs about as much as sorting the rows that it holds, so pages that are given back are kept for the
// next call. Whoever counts the predictions of many models, or replicates of one table, pays for the pages once. What a
// million rows need stays ours; of more than that the system is told that it may have it back whenever somebody
// else needs memory.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace truecut {

// A piece of memory and how much of it there is.
struct Pages {
    void* begin = nullptr;
    std::size_t bytes = 0;

    static constexpr std::size_t cache_line = 64;
    static constexpr std::size_t small_page = std::size_t{4} << 10;
    static constexpr std::size_t huge_page = std::size_t{2} << 20;

    static bool is_huge(std::size_t bytes) { return bytes >= huge_page / 2; }

    static std::size_t whole(std::size_t bytes) {
        const std::size_t unit = is_huge(bytes) ? huge_page : bytes >= small_page ? small_page : cache_line;
        return (bytes + unit - 1) / unit * unit;
    }

    static Pages fresh(std::size_t bytes) {
        void* const begin = ::operator new(bytes, alignment_of(bytes));
#ifdef __linux__
        // A page fault for every 4 KB costs up to half as much as the sort itself. Advice may be ignored.
        if (is_huge(bytes)) madvise(begin, bytes, MADV_HUGEPAGE);
#endif
        return {begin, bytes};
    }

    void give_back() const { ::operator delete(begin, alignment_of(bytes)); }

    // What was written may be forgotten. False where the system cannot be told so.
    bool lend() const {
#if defined(__linux__) && defined(MADV_FREE)
        return is_huge(bytes) && madvise(begin, bytes, MADV_FREE) == 0;
#else
        return false;
#endif
    }

private:
    static std::align_val_t alignment_of(std::size_t bytes) {
        return std::align_val_t{is_huge(bytes) ? huge_page : cache_line};
    }
};

class SparePages {
public:
    // Whoever cannot look at once does not wait: a process that was forked while another thread looked would wait
    // for ever.
    Pages take(std::size_t bytes) {
        const std::unique_lock lock(looking_, std::try_to_lock);
        if (!lock) return {};
        for (Spare& spare : kept_) {
            // Much larger ones are left for those who need them.
            if (spare.pages.bytes < bytes || spare.pages.bytes / 2 > bytes) continue;
            return emptied(spare);
        }
        return {};
    }

    bool keep(const Pages& pages) {
        const std::unique_lock lock(looking_, std::try_to_lock);
        if (!lock) return false;
        const bool is_lent = ours_ + pages.bytes > most_ours;
        if (is_lent && (lent_ + pages.bytes > most_lent() || !pages.lend())) return false;
        // Where there is no place left, what nobody has wanted for longest makes room.
        Spare& place = *std::min_element(kept_.begin(), kept_.end(),
                                         [](const Spare& one, const Spare& other) { return one.turn < other.turn; });
        if (place.pages.bytes) emptied(place).give_back();
        place = {pages, is_lent, ++turns_};
        (is_lent ? lent_ : ours_) += pages.bytes;
        return true;
    }

    // Never destroyed: the last buffers are given back when the process ends.
    static SparePages& of_process() {
        static SparePages* const pages = new SparePages;
        return *pages;
    }

private:
    struct Spare {
        Pages pages;
        bool is_lent = false;
        std::size_t turn = 0;  // when it was kept; 0 for an empty place
    };

    Pages emptied(Spare& spare) {
        const Spare found = std::exchange(spare, {});
        (found.is_lent ? lent_ : ours_) -= found.pages.bytes;
        return found.pages;
    }

    static constexpr std::size_t most_ours = std::size_t{64} << 20;

    // An eighth of the machine's memory.
    static std::size_t most_lent() {
#ifdef __linux__
        static const std::size_t most =
            static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) / 8 * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        return most;
#else
        return 0;
#endif
    }

    std::mutex looking_;
    std::array<Spare, 32> kept_;
    std::size_t ours_ = 0;
    std::size_t lent_ = 0;
    std::size_t turns_ = 0;
};

template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>, "elements are written over memory that holds nothing");

public:
    Buffer() = default;

    explicit Buffer(std::size_t count) : size_(count) {
        const std::size_t bytes = Pages::whole((count ? count : 1) * sizeof(T));
        if (is_worth_keeping(bytes)) pages_ = SparePages::of_process().take(bytes);
        if (!pages_.begin) pages_ = Pages::fresh(bytes);
    }

    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Buffer() {
        if (!pages_.begin) return;
        if (is_worth_keeping(pages_.bytes) && SparePages::of_process().keep(pages_)) return;
        pages_.give_back();
    }

    // Forget what stands behind so many elements. Memory that is mostly unused then is exchanged for less.
    void shorten(std::size_t count) {
        if (count < size_ / 4 * 3) {
            Buffer shorter(count);
            std::copy(data(), data() + count, shorter.data());
            swap(shorter);
        }
        size_ = count;
    }

    T* data() { return static_cast<T*>(pages_.begin); }
    const T* data() const { return static_cast<const T*>(pages_.begin); }
    std::size_t size() const { return size_; }
    T& operator[](std::size_t index) { return data()[index]; }
    const T& operator[](std::size_t index) const { return data()[index]; }

private:
    // Less than this the system's allocator keeps by itself. Sanitizers want to see all memory given back.
    static bool is_worth_keeping(std::size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
        (void)bytes;
        return false;
#else
        return bytes >= (std::size_t{64} << 10);
#endif
    }

    void swap(Buffer& other) noexcept {
        std::swap(pages_, other.pages_);
        std::swap(size_, other.size_);
    }

    Pages pages_;
    std::size_t size_ = 0;
};

}  // namespace truecut
