/* The events of a call, seven numbers each, in a buffer that the caller lends. Without EDOKKO_EVENTS they cost nothing. */
enum { EVENT_NUMBERS = 7 };

#if defined(EDOKKO_EVENTS)
#if defined(_MSC_VER)
#define EVENT_LOCAL __declspec(thread)
#else
#define EVENT_LOCAL __thread
#endif

static EVENT_LOCAL int32_t *event_buffer;
static EVENT_LOCAL int64_t event_room, event_count;

/* Lend a buffer of `room` events to the calls of this thread; return how many the last buffer was asked to hold. */
EDOKKO_API int64_t edokko_lend_events(int32_t *buffer, int64_t room) {
    int64_t count = event_count;
    event_buffer = buffer;
    event_room = room;
    event_count = 0;
    return count;
}

HELPER void report(
    int64_t kind, int64_t seat, int64_t subject, int64_t room, int64_t amount, int64_t reason, int64_t detail
) {
    if (event_count < event_room) {
        int32_t *event = event_buffer + event_count * EVENT_NUMBERS;
        event[0] = (int32_t)kind;
        event[1] = (int32_t)seat;
        event[2] = (int32_t)subject;
        event[3] = (int32_t)room;
        event[4] = (int32_t)amount;
        event[5] = (int32_t)reason;
        event[6] = (int32_t)detail;
    }
    event_count += event_room > 0;
}
#else
HELPER void report(
    int64_t kind, int64_t seat, int64_t subject, int64_t room, int64_t amount, int64_t reason, int64_t detail
) {
    (void)kind, (void)seat, (void)subject, (void)room, (void)amount, (void)reason, (void)detail;
}
#endif
