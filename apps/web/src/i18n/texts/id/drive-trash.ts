import type { texts as english } from '../en/drive-trash.ts'

export const texts: Record<keyof typeof english, string> = {
  'trash.nothing': 'Sampah kosong',
  'trash.nothing.hint': 'Yang Anda hapus menunggu di sini kalau-kalau masih diperlukan.',
  'trash.retention':
    'Item disimpan di sini selama {days, plural, other {# hari}}, lalu dihapus permanen.',
  'trash.search': 'Cari di sampah',
  'trash.search.clear': 'Hapus pencarian',
  'trash.found': 'Ditemukan di sampah',
  'trash.noMatch': 'Tidak ada “{words}” di sampah',
  'trash.noMatch.hint': 'Yang dicari hanya nama, bukan isi folder yang dihapus.',
  'trash.clear': 'Kosongkan sampah',
  'trash.clearAsk': 'Kosongkan sampah?',
  'trash.clearAsk.text': 'Semua isinya dihapus permanen. Ini tidak dapat diurungkan.',
  'trash.clearing': 'Mengosongkan sampah',
  'trash.cleared': 'Sampah sekarang kosong',
  'trash.clearFailed': 'Sampah tidak dikosongkan',

  'trash.placeGone': 'Folder sudah tidak ada',
  'trash.placeInTrash': '{place} (di sampah)',
  'trash.goesSoon': 'Dihapus dalam sehari',
  'trash.goesIn': 'Dihapus dalam {days, plural, other {# hari}}',
}
