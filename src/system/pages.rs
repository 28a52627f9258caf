//! Wishes about memory maps. A system that does not grant one leaves the map as it was.

use memmap2::MmapMut;

/// Asks for large pages, which cost fewer misses of the address cache.
pub(crate) fn prefer_large(map: &MmapMut) {
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    #[cfg(not(target_os = "linux"))]
    let _ = map;
}

/// Takes that part from the system before it is written to. Returns whether it did.
pub(crate) fn take(map: &MmapMut, start: usize, length: usize) -> bool {
    #[cfg(target_os = "linux")]
    return map
        .advise_range(memmap2::Advice::PopulateWrite, start, length)
        .is_ok();
    #[cfg(not(target_os = "linux"))]
    return {
        let _ = (map, start, length);
        false
    };
}

/// Gives back all from `start` on, so that it reads as zeros. Returns whether the system did.
///
/// # Safety
/// The map is anonymous and private, and whoever reads it meanwhile expects that it may change.
pub(crate) unsafe fn zero_from(map: &MmapMut, start: usize) -> bool {
    #[cfg(target_os = "linux")]
    {
        let length = map.len() - start;
        // SAFETY: private anonymous pages that are given back read as zeros from then on, and the
        // caller says that nobody minds.
        let given_back = unsafe {
            map.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, start, length)
        };
        given_back.is_ok()
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (map, start);
        false
    }
}
