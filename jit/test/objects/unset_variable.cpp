// Compiled to an object that a test loads and that must be refused: it has a variable that begins as zero.
extern "C" {
int unset_count;
int unset_next() { return ++unset_count; }
}
