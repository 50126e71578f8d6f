/* What the translated rules need of C: whole numbers of fixed width, and a few operators that Python has and C lacks.
   No other header and no library is used. */
#include <stdint.h>

#if defined(__cplusplus)
#error "compile this file as C"
#endif

#if defined(_WIN32)
#define EDOKKO_API __declspec(dllexport)
#elif defined(__GNUC__)
#define EDOKKO_API __attribute__((visibility("default")))
#else
#define EDOKKO_API
#endif

/* Python's // and %: the quotient is rounded down, and the remainder has the sign of the divisor. */
static inline int64_t floor_div(int64_t a, int64_t b) {
    return a / b - ((a % b != 0) & ((a < 0) != (b < 0)));
}

static inline int64_t floor_mod(int64_t a, int64_t b) {
    int64_t rest = a % b;
    return rest + ((rest != 0) & ((rest < 0) != (b < 0)) ? b : 0);
}

static inline int64_t min_int(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t max_int(int64_t a, int64_t b) { return b > a ? b : a; }
static inline double min_real(double a, double b) { return b < a ? b : a; }
static inline double max_real(double a, double b) { return b > a ? b : a; }
static inline int64_t abs_int(int64_t a) { return a < 0 ? -a : a; }
static inline double abs_real(double a) { return a < 0 ? -a : a; }

/* The place of the lowest bit of a number that is not 0. */
static inline int64_t lowest_bit(int64_t a) {
#if defined(__GNUC__)
    return __builtin_ctzll((unsigned long long)a);
#else
    int64_t place = 0;
    while (!(a >> place & 1)) place++;
    return place;
#endif
}
