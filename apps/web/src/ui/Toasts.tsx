import { Check, CircleAlert, Copy, X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { createContext, type ReactNode, use, useState } from 'react'
import { IconButton } from './IconButton.tsx'

export interface Toast {
  title: string
  text: string
  /** Something to quote when asking for help. */
  reference?: { text: string; copy: string }
}

interface ToastTexts {
  region: string
  dismiss: string
  copy: string
  copied: string
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined)

export function useToast(): (toast: Toast) => void {
  return use(ToastContext)
}

/** Short notes at the edge of the page; they wait while pointed at and can be sent away. */
export function ToastProvider({ texts, children }: { texts: ToastTexts; children: ReactNode }) {
  const [toasts, setToasts] = useState<(Toast & { id: number })[]>([])
  const [show] = useState(() => {
    let lastId = 0
    return (toast: Toast) => {
      lastId += 1
      const id = lastId
      // The same trouble twice is one note.
      setToasts((shown) => [
        ...shown
          .filter(({ title, text }) => title !== toast.title || text !== toast.text)
          .slice(-2),
        { ...toast, id },
      ])
    }
  })
  return (
    <ToastContext value={show}>
      <Primitive.Provider label={texts.region} duration={8000} swipeDirection="right">
        {children}
        {toasts.map((toast) => (
          <Primitive.Root
            key={toast.id}
            onOpenChange={(open) => {
              if (!open) setToasts((shown) => shown.filter(({ id }) => id !== toast.id))
            }}
            className="flex items-start gap-3 rounded-md border border-line bg-raised p-3.5 shadow-float animate-rise"
          >
            <CircleAlert
              aria-hidden="true"
              className="mt-0.5 size-5 shrink-0 text-danger"
              strokeWidth={1.75}
            />
            <div className="min-w-0 flex-1">
              <Primitive.Title className="font-semibold">{toast.title}</Primitive.Title>
              <Primitive.Description className="mt-0.5 break-words text-muted">
                {toast.text}
              </Primitive.Description>
              {toast.reference === undefined ? null : (
                <Reference reference={toast.reference} texts={texts} />
              )}
            </div>
            <Primitive.Close asChild>
              <IconButton icon={X} label={texts.dismiss} small className="-me-1 -mt-1" />
            </Primitive.Close>
          </Primitive.Root>
        ))}
        <Primitive.Viewport
          label={`${texts.region} ({hotkey})`}
          className="fixed end-4 bottom-4 z-60 flex w-[24rem] max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none max-md:bottom-24"
        />
      </Primitive.Provider>
    </ToastContext>
  )
}

function Reference({
  reference,
  texts,
}: {
  reference: NonNullable<Toast['reference']>
  texts: ToastTexts
}) {
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="mt-1 flex items-center gap-1 text-xs text-muted">
      <span className="truncate tabular-nums">{reference.text}</span>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={isCopied ? texts.copied : texts.copy}
        small
        onClick={() => {
          navigator.clipboard?.writeText(reference.copy).then(
            () => setCopied(true),
            // A browser that refuses leaves the text to be selected by hand.
            () => setCopied(false),
          )
        }}
      />
    </div>
  )
}
