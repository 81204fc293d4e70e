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
  const folders = new Map([['', top]])

  function folderAt(names: readonly string[]): ArchiveNode {
    const path = names.join('/')
    const known = folders.get(path)
    if (known) return known
    const made = createFolder(names.at(-1) ?? '', path)
    folders.set(path, made)
    folderAt(names.slice(0, -1)).children.push(made)
    return made
  }

  for (const { path, isFolder, sizeBytes, isLocked } of entries) {
    // Some are made on Windows; `.` and nothing are no names.
    const names = path.split(/[/\\]/).filter((name) => name !== '' && name !== '.')
    const name = names.at(-1)
    if (name === undefined) continue
    if (isFolder) {
      folderAt(names)
      continue
    }
    const parents = names.slice(0, -1)
    const node = { name, path: names.join('/'), isFolder, sizeBytes, isLocked, children: [] }
    folderAt(parents).children.push(node)
    for (let depth = 0; depth <= parents.length; depth += 1) {
      folderAt(parents.slice(0, depth)).sizeBytes += sizeBytes
    }
  }
  sort(top)
  return top
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
