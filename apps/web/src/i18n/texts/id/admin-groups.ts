import type { texts as english } from '../en/admin-groups.ts'

export const texts: Record<keyof typeof english, string> = {
  'adminGroups.intro':
    'Orang yang mendapat akses bersama-sama. Yang dibagikan kepada grup terbuka bagi semua anggotanya.',
  'adminGroups.search': 'Cari grup',
  'adminGroups.search.hint': 'Sebagian dari nama',
  'adminGroups.found': '{count, plural, other {# grup}}',
  'adminGroups.new': 'Grup baru',
  'adminGroups.new.text': 'Siapa pun yang membagikan sesuatu menemukan grup dengan nama ini.',
  'adminGroups.name': 'Nama',
  'adminGroups.create': 'Buat grup',
  'adminGroups.created': 'Grup {name} telah dibuat.',
  'adminGroups.taken': 'Grup lain memiliki nama ini. Ketik nama yang berbeda.',
  'adminGroups.none': 'Belum ada grup',
  'adminGroups.none.text':
    'Keluarga, kelas, tim: buat grup dan tambahkan anggotanya. Setelah itu berbagi dengannya semudah berbagi dengan satu orang.',
  'adminGroups.nothing': 'Tidak ada grup yang cocok',
  'adminGroups.count': '{count, plural, =0 {belum ada anggota} other {# anggota}}',
  'adminGroups.missing': 'Grup ini sudah tidak ada',
  'adminGroups.members': 'Anggota',
  'adminGroups.members.none': 'Belum ada siapa pun di grup ini',
  'adminGroups.members.none.text': 'Tambahkan orang, atau grup lain beserta semua anggotanya.',
  'adminGroups.group': 'Grup',
  'adminGroups.add': 'Tambahkan anggota',
  'adminGroups.add.find': 'Nama atau email seseorang, atau grup',
  'adminGroups.add.list': 'Orang dan grup',
  'adminGroups.add.type': 'Ketik nama untuk mencari yang lain.',
  'adminGroups.add.nobody': 'Tidak ada lagi yang cocok',
  'adminGroups.add.do': '{count, plural, other {Tambahkan # anggota}}',
  'adminGroups.added': '{count, plural, other {# anggota ditambahkan.}}',
  'adminGroups.nested':
    'Grup hanya dapat bersarang satu tingkat: {name} berisi grup, atau grup ini ada di dalam grup lain.',
  'adminGroups.remove.of': 'Keluarkan {name} dari grup',
  'adminGroups.remove.title': 'Keluarkan {name} dari grup?',
  'adminGroups.remove.text':
    'Yang dibagikan kepada grup ini tidak lagi terbuka bagi {name}, kecuali dibagikan dengan cara lain.',
  'adminGroups.removed': '{name} tidak lagi di grup ini.',
  'adminGroups.rename': 'Ganti nama grup',
  'adminGroups.rename.text': 'Yang dibagikan kepada grup tetap dibagikan.',
  'adminGroups.delete': 'Hapus grup',
  'adminGroups.delete.title': 'Hapus grup {name}?',
  'adminGroups.delete.text':
    'Anggotanya kehilangan akses ke semua yang dibagikan kepada grup. Akun dan berkas mereka tetap ada.',
  'adminGroups.deleted': 'Grup {name} telah dihapus.',
}
