/* A bcryptprimitives.dll for versions of Wine that have none: the standard library of Rust draws its
   random numbers from it. Windows has its own. */

#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID data, ULONG length); /* RtlGenRandom */

BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length < 0x10000 ? (ULONG)length : 0x10000;
        if (!SystemFunction036(data, part))
            return FALSE;
        data += part;
        length -= part;
    }
    return TRUE;
}
