/* Whether this processor has all that x86-64-v3 is, and the system keeps its wide registers.
 *
 * It is linked into the libraries that ask for it, and itself asks for nothing: so such a library
 * can be loaded anywhere, and says whether more of it may be called. */

#include <cpuid.h>

#define FIRST (bit_FMA | bit_MOVBE | bit_OSXSAVE | bit_AVX | bit_F16C)
#define SEVENTH (bit_AVX2 | bit_BMI | bit_BMI2)
#define KEPT 6 /* the lower and the upper halves of the registers */

int suits(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & FIRST) != FIRST) return 0;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & SEVENTH) != SEVENTH) return 0;
  if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !(c & bit_LZCNT)) return 0;
  __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  return (a & KEPT) == KEPT;
}
