// SPDX-License-Identifier: Apache-2.0
//
// The few functions of the C++ library that libsnappy's C interface calls, so that it needs no C++ library at run time
// on Linux. It is compiled without exceptions: where memory runs out, the process ends.

#include <cstddef>
#include <cstdlib>

static void *allocate(std::size_t size) {
  void *memory = std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) {
    std::abort();
  }
  return memory;
}

void *operator new(std::size_t size) { return allocate(size); }
void *operator new[](std::size_t size) { return allocate(size); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::size_t) noexcept { std::free(memory); }

namespace std {
void __throw_length_error(const char *) { std::abort(); }
} // namespace std
