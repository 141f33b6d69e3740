//! The store to compare with: each write stores the whole document, once as the plan and once as a
//! revision. What the splice log is there to avoid.

use std::path::Path;

use rusqlite::Connection;

use crate::durable::bare;

/// A store of whole documents, with the same settings of SQLite.
pub(crate) struct WholeDocuments {
    database: Connection,
}

impl WholeDocuments {
    /// The store in that folder.
    pub(crate) fn open(folder: &Path) -> Self {
        let database = bare(folder);
        database
            .execute_batch(
                "CREATE TABLE IF NOT EXISTS plans (task TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID;
                 CREATE TABLE IF NOT EXISTS revisions (task TEXT, number INTEGER, author TEXT NOT NULL, content TEXT NOT NULL,
                     PRIMARY KEY (task, number));",
            )
            .expect("two tables");
        Self { database }
    }

    /// Appends, as such a store does: the plan is read, written again, and copied as a revision.
    pub(crate) fn append(&mut self, author: &str, fragment: &str) {
        let write = self.database.transaction().expect("a transaction");
        let stored: Option<String> =
            write.query_row("SELECT content FROM plans WHERE task = 'T-1'", [], |row| row.get(0)).ok();
        let content = match stored {
            Some(stored) => format!("{stored}\n\n{fragment}"),
            None => fragment.to_owned(),
        };
        write.execute("INSERT OR REPLACE INTO plans VALUES ('T-1', ?1)", [&content]).expect("the plan");
        write
            .execute(
                "INSERT INTO revisions
                 SELECT 'T-1', coalesce(max(number), 0) + 1, ?1, ?2 FROM revisions WHERE task = 'T-1'",
                [author, &content],
            )
            .expect("the revision");
        write.commit().expect("a commit");
    }
}
