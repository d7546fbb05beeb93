// Memory that is not set to zero first, because every element is about to be written.

#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace truecut {

template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>, "elements are written over memory that holds nothing");

public:
    Buffer() = default;

    explicit Buffer(std::size_t count) : size_(count), alignment_(cache_line) {
        std::size_t bytes = (count ? count : 1) * sizeof(T);
        if (bytes >= huge_page / 2) {
            alignment_ = huge_page;
            bytes = (bytes + huge_page - 1) / huge_page * huge_page;
        }
        data_ = static_cast<T*>(::operator new(bytes, std::align_val_t{alignment_}));
#ifdef __linux__
        // A page fault for every 4 KB costs up to half as much as the sort itself. Advice may be ignored.
        if (alignment_ == huge_page) madvise(data_, bytes, MADV_HUGEPAGE);
#endif
    }

    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Buffer() {
        if (data_) ::operator delete(data_, std::align_val_t{alignment_});
    }

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t size() const { return size_; }
    T& operator[](std::size_t index) { return data_[index]; }
    const T& operator[](std::size_t index) const { return data_[index]; }

private:
    static constexpr std::size_t cache_line = 64;
    static constexpr std::size_t huge_page = std::size_t{2} << 20;

    void swap(Buffer& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(alignment_, other.alignment_);
    }

    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t alignment_ = cache_line;
};

}  // namespace truecut
