//! Reads an OpenDDL document that is not a scene, changes it and keeps its comments, and writes one of its own.
//!
//! `cargo run -p portolan --example openddl`

use portolan::openddl::{Document, Editor, Structure, Style, write};

const SHOP: &str = "\
// Prices are in euros.
Shop $corner (open = true, code = 0x3F800000)
{
\tItem $tea (stock = 12) {Price {float {2.5}}}
\tItem $mug (stock = 3) {Price {float {7.25}}}\t\t// hand-made
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Read and walk.
    let document = Document::read(SHOP);
    let shop = document.find("$corner").ok_or("there is no shop")?;
    for item in shop.children() {
        let price = item.child("Price").map(|price| price.doubles()).transpose()?.unwrap_or_default();
        println!("{}: {} at {price:?}", item.name().unwrap_or("?"), item.unsigned("stock").unwrap_or(0));
    }

    // Change two values; comments and layout stay.
    let mut editor = Editor::new(&document);
    editor.set(document.find("$mug").ok_or("there is no mug")?, "stock", 2u32)?;
    editor.append(shop, &Structure::new("Item").global("pot").property("stock", 1u32))?;
    println!("{}", editor.finish());

    // Write a document of our own; what would be no OpenDDL is refused.
    let twice = [Structure::new("Item").global("tea"), Structure::new("Item").global("tea")];
    if let Err(why) = write(&twice, &Style::default()) {
        println!("refused: {why}");
    }
    // What was read is written with every literal as it was.
    print!("{}", write(&document.to_structures()?, &Style::default())?);
    Ok(())
}
