/** A place on the disk, chosen by the person, where the browser can ask for one. */
interface ChosenFile {
  createWritable(): Promise<WritableStream<Uint8Array>>
}

type Picker = (options: {
  suggestedName: string
  types: { accept: Record<string, string[]> }[]
}) => Promise<ChosenFile>

/**
 * Saves an archive of any size. Where the browser lets people choose a file first, it is written there
 * as it arrives; elsewhere the browser collects it and then saves it. False when nobody chose.
 */
export async function saveArchive({
  name,
  open,
  onProgress,
}: {
  name: string
  open: () => Promise<Response>
  onProgress: (bytes: number) => void
}): Promise<boolean> {
  // Asked at once: a browser opens the question only right after a click.
  const chosen = await chooseFile(name)
  if (chosen === 'left') return false
  const { body, headers } = await open()
  if (body === null) throw new Error('the server sent an archive without content')
  const counted = body.pipeThrough(countBytes(onProgress))
  if (chosen) await counted.pipeTo(await chosen.createWritable())
  else {
    const type = headers.get('content-type') ?? ''
    giveToBrowser(await new Response(counted, { headers: { 'content-type': type } }).blob(), name)
  }
  return true
}

async function chooseFile(name: string): Promise<ChosenFile | 'left' | undefined> {
  const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: Picker }
  if (!showSaveFilePicker) return undefined
  try {
    return await showSaveFilePicker({
      suggestedName: name,
      types: [{ accept: { 'application/zip': ['.zip'] } }],
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'left'
    // A frame or a policy that forbids the question: the browser saves it as it likes.
    return undefined
  }
}

function countBytes(onProgress: (bytes: number) => void) {
  let bytes = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      onProgress(bytes)
      controller.enqueue(chunk)
    },
  })
}

function giveToBrowser(archive: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(archive)
  link.download = name
  link.click()
  // The browser reads it after the click; a minute is plenty to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
