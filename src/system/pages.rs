//! Advice about memory maps. A system that does not follow it leaves the map unchanged.

use memmap2::MmapMut;

/// Asks for large pages, which cost fewer TLB misses.
pub(crate) fn prefer_large(map: &MmapMut) {
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    #[cfg(not(target_os = "linux"))]
    let _ = map;
}

/// Takes a part of the map from the system before it is written to. Returns true on success.
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

/// Releases the map from `start` on, so that it reads as zeros. Returns true on success.
///
/// # Safety
/// The map must be anonymous and private, and its concurrent readers must tolerate the change.
pub(crate) unsafe fn zero_from(map: &MmapMut, start: usize) -> bool {
    #[cfg(target_os = "linux")]
    {
        let length = map.len() - start;
        // SAFETY: private anonymous pages read as zeros once they are released, and the caller
        // guarantees that readers tolerate it.
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
