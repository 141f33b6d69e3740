//! Pages of an answer, cut at their limits the same way in every store.

use planmark_core::capability::{ANSWER_MAX_BYTES, BodyEntry, BodyPage, Cell, Page, ScopePage};

/// A page of cells as it is filled.
#[derive(Debug)]
pub(crate) struct Filling {
    page: Page,
    room_cells: u32,
    room_bytes: usize,
}

impl Filling {
    /// An empty page of at most `limit` cells and [`ANSWER_MAX_BYTES`] bytes.
    pub(crate) fn new(limit: u32) -> Self {
        Self { page: Page::default(), room_cells: limit, room_bytes: ANSWER_MAX_BYTES }
    }

    /// Adds the next cell and says whether there may be more. A cell that is larger than an answer
    /// gets a page alone; one that finds no room becomes the page's `next`.
    pub(crate) fn push(&mut self, cell: Cell) -> bool {
        let bytes = cell.key.len() + cell.value.len();
        let first = self.page.cells.is_empty();
        if self.room_cells == 0 || (bytes > self.room_bytes && !first) {
            self.page.next = Some(cell.key);
            return false;
        }
        self.room_cells -= 1;
        self.room_bytes = self.room_bytes.saturating_sub(bytes);
        self.page.cells.push(cell);
        true
    }

    /// The page as far as it is filled.
    pub(crate) fn finish(self) -> Page {
        self.page
    }
}

/// Makes a page of the first `limit` ids; the one after them is its `next`.
pub(crate) fn scopes(mut ids: impl Iterator<Item = String>, limit: u32) -> ScopePage {
    let taken = ids.by_ref().take(limit as usize).collect();
    ScopePage { ids: taken, next: ids.next() }
}

/// Makes a page of the first `limit` bodies.
pub(crate) fn bodies(mut entries: impl Iterator<Item = BodyEntry>, limit: u32) -> BodyPage {
    let taken = entries.by_ref().take(limit as usize).collect();
    BodyPage { entries: taken, next: entries.next().map(|entry| entry.plan) }
}
