// Files that are dropped or chosen, with the folders they lie in.

export interface Given {
  path: string;
  blob: Blob;
}

/** Everything that was dropped, folders included. */
export async function dropped(data: DataTransfer): Promise<Given[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null && entry !== undefined);
  if (entries.length === 0) return [...data.files].map((file) => ({ path: file.name, blob: file }));
  const all: Given[] = [];
  for (const entry of entries) await walk(entry, all);
  return all;
}

async function walk(entry: FileSystemEntry, all: Given[]): Promise<void> {
  if (entry.name.startsWith(".") || all.length > 20_000) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    all.push({ path: entry.fullPath.replace(/^\//, ""), blob: file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const one of some) await walk(one, all);
  }
}

/** What was chosen in a dialogue. */
export function chosen(files: FileList): Given[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }));
}
