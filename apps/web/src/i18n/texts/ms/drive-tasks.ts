import type { texts as english } from '../en/drive-tasks.ts'

export const texts: Record<keyof typeof english, string> = {
  'tasks.tray': 'Tugas',
  'tasks.running': '{count, plural, other {# tugas sedang berjalan}}',
  'tasks.finished': '{count, plural, other {# tugas selesai}}',
  'tasks.attention': 'Tidak semuanya berjaya',
  'tasks.collapse': 'Ringkaskan tugas',
  'tasks.expand': 'Tunjukkan tugas',
  'tasks.dismiss': 'Tutup tugas',
  'tasks.cancel': 'Batalkan: {name}',
  'tasks.kind.trash': 'Memindahkan ke tong sampah',
  'tasks.kind.untrash': 'Memulihkan dari tong sampah',
  'tasks.kind.move': 'Memindahkan fail',
  'tasks.kind.copy': 'Menyalin fail',
  'tasks.kind.delete': 'Memadam selama-lamanya',
  'tasks.kind.empty': 'Mengosongkan tong sampah',
  'tasks.kind.other': 'Kerja pada fail anda',

  'tasks.waiting': 'Menunggu',
  'tasks.stopping': 'Menghentikan',
  'tasks.progress': '{done} daripada {total}',
  'tasks.doneCount': '{done} siap',
  'tasks.complete': 'Siap',
  'tasks.cancelled': 'Dibatalkan',
  'tasks.failed': 'Gagal',
  'tasks.failures': '{count, plural, other {# tidak berjaya}}',
  'tasks.failures.others': '{count} lagi',

  'tasks.reason.taken': 'Nama ini sudah digunakan di sana.',
  'tasks.reason.gone': 'Ia tiada lagi.',
  'tasks.reason.full': 'Ruang tidak mencukupi.',
  'tasks.reason.refused': 'Tidak boleh diletakkan di sana.',

  'tasks.announce.done': '{name}: siap',
  'tasks.announce.some': '{name}: siap, {count, plural, other {# tidak berjaya}}',
  'tasks.announce.failed': '{name} gagal: {reason}',
  'tasks.announce.cancelled': '{name}: dibatalkan',
}
