/* What the translated rules need of C: whole numbers of fixed width, and a few operators that Python has and C lacks.
   GCC, Clang and Zig need no other header and, with -fno-math-errno, no library. */
#if defined(__CUDACC_RTC__) /* NVIDIA's compiler at run time has no headers */
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#define INT64_C(number) number##LL
#define INT64_MIN (-INT64_C(0x7fffffffffffffff) - 1)
#else
#include <stdint.h>
#if !defined(__GNUC__) || defined(__CUDACC__)
#include <math.h>
#endif
#endif

#if defined(__cplusplus) && !defined(__CUDACC__)
#error "compile this file as C"
#endif

/* Before the members of a value in braces: C and the C++ of CUDA write its type in two ways. */
#if defined(__CUDACC__)
#define VALUE(type) type
#else
#define VALUE(type) (type)
#endif

#if defined(_WIN32)
#define EDOKKO_API __declspec(dllexport)
#elif defined(__GNUC__)
#define EDOKKO_API __attribute__((visibility("default")))
#else
#define EDOKKO_API
#endif

/* Copy what `from` points to. For a state, Clang and Zig would call memcpy(), and the call alone takes as long as the
   copy; GCC writes the moves itself. */
#if defined(__clang__) && !defined(__CUDACC__)
#if __has_builtin(__builtin_memcpy_inline)
#define COPY(to, from) __builtin_memcpy_inline(to, from, sizeof *(to))
#endif
#endif
#if !defined(COPY)
#define COPY(to, from) (*(to) = *(from))
#endif

/* A function that a program may leave unused. */
#if defined(__GNUC__)
#define HELPER static inline __attribute__((unused))
#else
#define HELPER static inline
#endif

/* An argument in a row of them, as Python passes it. */
typedef union {
    int64_t number;
    double real;
    void *pointer;
} Argument;

/* Python's // and %: the quotient is rounded down, and the remainder has the sign of the divisor. */
HELPER int64_t floor_div(int64_t a, int64_t b) {
    return a / b - ((a % b != 0) & ((a < 0) != (b < 0)));
}

HELPER int64_t floor_mod(int64_t a, int64_t b) {
    int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

HELPER int64_t min_int(int64_t a, int64_t b) { return b < a ? b : a; }
HELPER int64_t max_int(int64_t a, int64_t b) { return b > a ? b : a; }
HELPER double min_real(double a, double b) { return b < a ? b : a; }
HELPER double max_real(double a, double b) { return b > a ? b : a; }
HELPER int64_t abs_int(int64_t a) { return a < 0 ? -a : a; }
HELPER double abs_real(double a) { return a < 0 ? -a : a; }

/* The square root: IEEE 754 fixes its last digit, and most processors have an instruction for it. */
HELPER double square_root(double a) {
#if defined(__GNUC__) && !defined(__CUDACC__)
    return __builtin_sqrt(a);
#else
    return sqrt(a);
#endif
}

/* The place of the lowest bit of a number that is not 0. */
HELPER int64_t lowest_bit(int64_t a) {
#if defined(__GNUC__)
    return __builtin_ctzll((unsigned long long)a);
#else
    int64_t place = 0;
    while (!(a >> place & 1)) place++;
    return place;
#endif
}
