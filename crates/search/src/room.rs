//! Memory that may still be used: whoever allocates asks first.

/// There is no room for more within the memory limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full;

/// Takes bytes from what may still be allocated.
pub fn take(room: &mut u64, bytes: u64) -> Result<(), Full> {
    *room = room.checked_sub(bytes).ok_or(Full)?;
    Ok(())
}

/// Makes place for more items in a list, which grows by half where it must; the bytes allocated.
pub fn reserve<T>(list: &mut Vec<T>, more: usize, room: &mut u64) -> Result<u64, Full> {
    let wanted = list.len() + more;
    if wanted <= list.capacity() {
        return Ok(0);
    }
    let capacity = wanted.max(list.capacity() + list.capacity() / 2).max(4);
    let bytes = ((capacity - list.capacity()) * size_of::<T>()) as u64;
    take(room, bytes)?;
    list.reserve_exact(capacity - list.len());
    Ok(bytes)
}
