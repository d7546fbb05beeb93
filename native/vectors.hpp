// Loops that a compiler turns into vector instructions, built twice: for every processor of its kind, and for
// those that have AVX2, which is found out when the program runs.
//
// Such loops add whole numbers and compare, so both builds give the same answer to the bit.

#pragma once

namespace truecut {

// TRUECUT_WITHOUT_AVX2 leaves the second build out: for counting instructions that are the same on every machine.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(TRUECUT_WITHOUT_AVX2)

inline bool has_avx2() {
    static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    return has;
}

// Flattened, since only what is inlined here is built for AVX2.
template <class Loop>
__attribute__((target("avx2,bmi,bmi2"), flatten)) auto loop_with_avx2(Loop loop) {
    return loop();
}

// Return loop().
template <class Loop>
auto vectorised(Loop loop) {
    return has_avx2() ? loop_with_avx2(loop) : loop();
}

#else

inline bool has_avx2() { return false; }

template <class Loop>
auto vectorised(Loop loop) {
    return loop();
}

#endif

}  // namespace truecut
