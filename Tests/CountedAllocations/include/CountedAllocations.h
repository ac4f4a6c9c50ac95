// How often this thread has asked for memory since it began; -1 where that can't be counted.
long countedAllocations(void);
