/** What the directory of an archive says of one file or folder. */
export interface ArchiveEntry {
  /** With slashes between the names. */
  path: string
  isFolder: boolean
  sizeBytes: number
  isLocked: boolean
}

export interface ArchiveNode {
  name: string
  path: string
  isFolder: boolean
  /** A folder's is that of all that lies in it. */
  sizeBytes: number
  isLocked: boolean
  children: ArchiveNode[]
}

export interface ArchiveRow {
  node: ArchiveNode
  depth: number
  isOpen: boolean
}

/** The flat list that an archive holds as the tree that it means. */
export function toArchiveTree(entries: Iterable<ArchiveEntry>): ArchiveNode {
  const top = createFolder('', '')
  const folders = new Map<string, ArchiveNode>()

  function folderIn(parent: ArchiveNode, name: string): ArchiveNode {
    const path = pathIn(parent, name)
    const known = folders.get(path)
    if (known) return known
    const made = createFolder(name, path)
    folders.set(path, made)
    parent.children.push(made)
    return made
  }

  for (const { path, isFolder, sizeBytes, isLocked } of entries) {
    const names = namesIn(path)
    const name = isFolder ? undefined : names.pop()
    let folder = top
    const ownBytes = name === undefined ? 0 : sizeBytes
    folder.sizeBytes += ownBytes
    for (const each of names) {
      folder = folderIn(folder, each)
      folder.sizeBytes += ownBytes
    }
    if (name === undefined) continue
    const filePath = pathIn(folder, name)
    folder.children.push({ name, path: filePath, isFolder, sizeBytes, isLocked, children: [] })
  }
  sort(top)
  return top
}

/** More than anybody looks through, or has on a disk. */
const MAX_ENTRIES = 50_000
const MAX_DEPTH = 100
/** Each name in a path can be a folder of its own. */
const MAX_NAMES = 500_000

/** Of an archive that was made to be more than a page can show, the part that can be shown. */
export function takeShown<Entry extends Pick<ArchiveEntry, 'path'>>(
  entries: readonly Entry[],
): { shown: Entry[]; isPart: boolean } {
  let names = 0
  const shown = entries.slice(0, MAX_ENTRIES).filter(({ path }) => {
    const depth = namesIn(path).length
    if (depth > MAX_DEPTH || names + depth > MAX_NAMES) return false
    names += depth
    return true
  })
  return { shown, isPart: shown.length < entries.length }
}

/** Some are made on Windows; `.` and nothing are no names. */
function namesIn(path: string): string[] {
  return path.split(/[/\\]/).filter((name) => name !== '' && name !== '.')
}

function pathIn(folder: ArchiveNode, name: string): string {
  return folder.path === '' ? name : `${folder.path}/${name}`
}

/** The rows that are seen while these folders are open. */
export function toRows(top: ArchiveNode, open: ReadonlySet<string>): ArchiveRow[] {
  const rows: ArchiveRow[] = []
  function add(node: ArchiveNode, depth: number) {
    const isOpen = node.isFolder && open.has(node.path)
    rows.push({ node, depth, isOpen })
    if (isOpen) for (const child of node.children) add(child, depth + 1)
  }
  for (const child of top.children) add(child, 0)
  return rows
}

function createFolder(name: string, path: string): ArchiveNode {
  return { name, path, isFolder: true, sizeBytes: 0, isLocked: false, children: [] }
}

const inNaturalOrder = new Intl.Collator(undefined, { numeric: true })

function sort({ children }: ArchiveNode): void {
  children.sort(
    (a, b) => Number(b.isFolder) - Number(a.isFolder) || inNaturalOrder.compare(a.name, b.name),
  )
  for (const child of children) if (child.isFolder) sort(child)
}
