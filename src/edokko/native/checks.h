/* Checks of every index, for tests: the first wrong index ends the call, and `edokko_fault` names it. */
#include <setjmp.h>

#if defined(_MSC_VER)
#define THREAD_LOCAL __declspec(thread)
#else
#define THREAD_LOCAL __thread
#endif

typedef struct {
    int64_t place; /* the number of the place in the source; -1 without a fault */
    int64_t index;
    int64_t size;
} Fault;

static THREAD_LOCAL jmp_buf edokko_return;
static THREAD_LOCAL Fault fault = {-1, 0, 0};

HELPER int64_t checked(int64_t index, int64_t size, int64_t place) {
    if (index < 0 || index >= size) {
        fault = (Fault){place, index, size};
        longjmp(edokko_return, 1);
    }
    return index;
}

/* Copy the fault of this thread's last call and forget it. */
EDOKKO_API void edokko_take_fault(int64_t *numbers) {
    numbers[0] = fault.place;
    numbers[1] = fault.index;
    numbers[2] = fault.size;
    fault.place = -1;
}
