// Compiled to an object that a test loads and that must be refused: it has a variable.
extern "C" {
int variable_count = 5;
int variable_next() { return ++variable_count; }
}
