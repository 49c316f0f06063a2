// Compiled to an object that a test loads and that must be refused: it calls a function that is not to be called.
extern "C" {
int system(const char*);
int foreign_call() { return system("true"); }
}
