//! The processor: what this build needs of it, and which faster builds it could run.

/// An instruction set that this build uses and the processor lacks; `None` if it can run this build.
///
/// On a processor that lacks one, most of the program would end in an illegal instruction. This function only tests bits
/// and is given no data to copy, so that the compiler has no use for such instructions here; a test runs it on an emulated
/// old processor.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(never)]
pub(crate) fn missing_feature() -> Option<&'static str> {
    let basic = ask(1).ecx;
    let (more, newer) = if ask(0).eax >= 7 {
        let found = ask(7);
        (found.ebx, found.ecx)
    } else {
        (0, 0)
    };
    let extended = ask(0x8000_0001).ecx;
    // The system has to save the wide registers, too.
    let saved = if basic & OSXSAVE == 0 {
        0
    } else {
        saved_registers()
    };
    /// Tests, in this order, each feature that the build was compiled for.
    macro_rules! test {
        ($($name:literal in $register:ident, bit $bit:literal $(, saved $state:ident)?;)*) => {
            $(if cfg!(target_feature = $name)
                && ($register & (1 << $bit) == 0 $(|| saved & $state != $state)?)
            {
                return Some($name);
            })*
        };
    }
    test! {
        "sse3" in basic, bit 0;
        "ssse3" in basic, bit 9;
        "sse4.1" in basic, bit 19;
        "sse4.2" in basic, bit 20;
        "popcnt" in basic, bit 23;
        "avx" in basic, bit 28, saved YMM;
        "avx2" in more, bit 5, saved YMM;
        "bmi1" in more, bit 3;
        "bmi2" in more, bit 8;
        "lzcnt" in extended, bit 5;
        "movbe" in basic, bit 22;
        "fma" in basic, bit 12, saved YMM;
        "f16c" in basic, bit 29, saved YMM;
        "aes" in basic, bit 25;
        "pclmulqdq" in basic, bit 1;
        "adx" in more, bit 19;
        "sha" in more, bit 29;
        "gfni" in newer, bit 8;
        "vaes" in newer, bit 9, saved YMM;
        "vpclmulqdq" in newer, bit 10, saved YMM;
        "avx512f" in more, bit 16, saved ZMM;
        "avx512dq" in more, bit 17, saved ZMM;
        "avx512cd" in more, bit 28, saved ZMM;
        "avx512bw" in more, bit 30, saved ZMM;
        "avx512vl" in more, bit 31, saved ZMM;
        "avx512ifma" in more, bit 21, saved ZMM;
        "avx512vbmi" in newer, bit 1, saved ZMM;
        "avx512vbmi2" in newer, bit 6, saved ZMM;
        "avx512vnni" in newer, bit 11, saved ZMM;
        "avx512bitalg" in newer, bit 12, saved ZMM;
        "avx512vpopcntdq" in newer, bit 14, saved ZMM;
    }
    None
}

/// A part of what the processor says of itself.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
fn ask(leaf: u32) -> std::arch::x86_64::CpuidResult {
    // Newer releases of Rust know that this is safe.
    #[allow(unused_unsafe)]
    // SAFETY: every processor of this kind has the instruction.
    unsafe {
        std::arch::x86_64::__cpuid_count(leaf, 0)
    }
}

/// The bit of `cpuid` that says that [`saved_registers`] may be asked.
#[cfg(all(target_arch = "x86_64", not(miri)))]
const OSXSAVE: u32 = 1 << 27;
/// The bits for registers of 256 bits, and of 512.
#[cfg(all(target_arch = "x86_64", not(miri)))]
const YMM: u32 = 0b110;
#[cfg(all(target_arch = "x86_64", not(miri)))]
const ZMM: u32 = 0b1110_0110;

/// The registers that the system saves when it switches between threads.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn saved_registers() -> u32 {
    let saved;
    // SAFETY: the caller has seen that the system allows this instruction; it reads a register and
    // changes no memory.
    unsafe {
        std::arch::asm!(
            "xgetbv",
            in("ecx") 0,
            lateout("eax") saved,
            lateout("edx") _,
            options(nomem, nostack, preserves_flags),
        );
    }
    saved
}

/// Returns `None`: builds for these processors use what all of them have.
#[cfg(any(not(target_arch = "x86_64"), miri))]
pub(crate) fn missing_feature() -> Option<&'static str> {
    None
}

/// The levels that a build can be for on this processor and that are above the one of this build, the best first.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx512vl"), not(miri)))]
pub(crate) fn better_levels() -> Vec<&'static str> {
    let levels = [
        ("x86-64-v4", has_level_3() && has_level_4()),
        ("x86-64-v3", has_level_3() && !cfg!(target_feature = "avx2")),
    ];
    let better = levels.into_iter().filter(|(_, is_better)| *is_better);
    better.map(|(level, _)| level).collect()
}

/// Returns none: there is no build above this one.
#[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx512vl"), not(miri))))]
pub(crate) fn better_levels() -> Vec<&'static str> {
    Vec::new()
}

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx512vl"), not(miri)))]
fn has_level_3() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
}

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx512vl"), not(miri)))]
fn has_level_4() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}
