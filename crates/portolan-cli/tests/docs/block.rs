//! Blocks of code on a page.

/// A block between two fences.
pub struct Block<'a> {
    /// What stands behind the first fence: `console`, `rust,no_run`.
    pub language: &'a str,
    /// The line of the first fence, from 1.
    pub line: usize,
    /// The lines between the fences.
    pub lines: Vec<&'a str>,
}

/// All blocks of a page.
pub fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(language) => {
                inside = true;
                blocks.push(Block { language: language.trim(), line: number + 1, lines: Vec::new() });
            }
            None if inside => blocks.last_mut().unwrap().lines.push(line),
            None => {}
        }
    }
    blocks
}

/// The page without its blocks, line by line: lines within blocks are empty.
pub fn prose(text: &str) -> Vec<&str> {
    let mut inside = false;
    let line = |line| {
        let fence = str::starts_with(line, "```");
        inside ^= fence;
        if inside || fence { "" } else { line }
    };
    text.lines().map(line).collect()
}
