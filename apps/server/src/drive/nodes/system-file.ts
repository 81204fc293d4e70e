/**
 * Whether a file was left by a program or a system for itself: what Finder keeps of a file beside it (`._name`) and of a
 * folder, thumbnails of Windows, and the marks of open documents. They are kept for the programs; people see them in the trash alone.
 */
export function isSystemFile(name: string): boolean {
  return name.startsWith('._') || name.startsWith('~$') || NAMES.has(name.toLowerCase())
}

const NAMES: ReadonlySet<string> = new Set(['.ds_store', 'thumbs.db'])
