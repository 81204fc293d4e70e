import type { texts as english } from '../en/admin-drives.ts'

export const texts: Record<keyof typeof english, string> = {
  'adminDrives.intro':
    'Drive yang bukan milik siapa pun dan tetap ada saat orang pergi. Anda melihat siapa yang mengurusnya, tetapi tidak isinya.',
  'adminDrives.new': 'Drive tim baru',
  'adminDrives.new.intro': 'Manajer pertamanya menambahkan anggota lain.',
  'adminDrives.name': 'Nama',
  'adminDrives.manager': 'Manajer pertama',
  'adminDrives.manager.none': 'Belum ada yang dipilih',
  'adminDrives.manager.choose': 'Pilih seseorang',
  'adminDrives.manager.missing': 'Pilih orang yang mengurus drive ini.',
  'adminDrives.create': 'Buat drive tim',
  'adminDrives.created': 'Drive tim {name} telah dibuat.',
  'adminDrives.none': 'Belum ada drive tim',
  'adminDrives.none.text':
    'Untuk berkas yang merupakan milik tim dan bukan satu orang. Drive tim memiliki anggota, penyimpanan, dan sampah sendiri.',
  'adminDrives.members': '{count, plural, other {# anggota}}',
  'adminDrives.managedBy': 'manajer: {names}',
  'adminDrives.unmanaged': 'Tanpa manajer',
  'adminDrives.unmanaged.text':
    'Tidak ada yang dapat menambahkan anggota atau mengosongkan sampah. Tunjuk seorang manajer.',
  'adminDrives.acts': 'Tindakan untuk {name}',
  'adminDrives.appoint': 'Tunjuk manajer',
  'adminDrives.appoint.of': 'Tunjuk manajer {name}',
  'adminDrives.appointed': '{name} memiliki manajer baru.',
  'adminDrives.rename': 'Ganti nama',
  'adminDrives.rename.title': 'Ganti nama drive tim',
  'adminDrives.rename.text': 'Semua anggota melihat nama baru.',
  'adminDrives.delete': 'Hapus drive tim',
  'adminDrives.delete.title': 'Hapus drive tim {name}?',
  'adminDrives.delete.text':
    'Semua isinya dihapus permanen, bagi semua anggota. Tidak ada yang dapat memulihkannya.',
  'adminDrives.deleted': 'Drive tim {name} telah dihapus.',
}
