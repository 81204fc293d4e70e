import type { Locale } from '@awan/protocol'
import type { ScopeInfo } from '@awan/protocol/account'
import { parseScope, type ScopeName, scopeNames } from './scopes.ts'

/** What a consent screen says about a scope. */
export function describeScope(scope: string, locale: Locale): ScopeInfo[] {
  const names = parseScope(scope)
  return scopeNames
    .filter((name) => names.includes(name))
    .map((id) => {
      const [name, description] = texts[locale][id]
      return { id, name, description }
    })
}

type ScopeTexts = Record<ScopeName, readonly [name: string, description: string]>

const texts: Record<Locale, ScopeTexts> = {
  en: {
    openid: ['Know who you are', 'See the id of your account here'],
    profile: ['See your profile', 'Name, username, picture and language'],
    email: ['See your e-mail address', 'The address that you have verified'],
    phone: ['See your phone number', 'The number that you have verified'],
    offline: ['Stay connected', 'Keep this access while you are away, until you take it back'],
    'drive.read': [
      'See your files',
      'See and download everything in your drive, and change nothing',
    ],
    drive: ['Use your files', 'See, add, change and delete everything in your drive'],
    user: ['Manage your account', 'Everything that you can do here yourself'],
  },
  id: {
    openid: ['Mengetahui siapa Anda', 'Melihat ID akun Anda di sini'],
    profile: ['Melihat profil Anda', 'Nama, nama pengguna, foto, dan bahasa'],
    email: ['Melihat alamat email Anda', 'Alamat yang sudah Anda verifikasi'],
    phone: ['Melihat nomor telepon Anda', 'Nomor yang sudah Anda verifikasi'],
    offline: [
      'Tetap terhubung',
      'Mempertahankan akses ini saat Anda pergi, sampai Anda mencabutnya',
    ],
    'drive.read': [
      'Melihat berkas Anda',
      'Melihat dan mengunduh semua isi drive Anda, tanpa mengubah apa pun',
    ],
    drive: [
      'Menggunakan berkas Anda',
      'Melihat, menambah, mengubah, dan menghapus semua isi drive Anda',
    ],
    user: ['Mengelola akun Anda', 'Semua yang dapat Anda lakukan sendiri di sini'],
  },
  ko: {
    openid: ['사용자 식별', '이곳의 계정 ID를 확인합니다'],
    profile: ['프로필 보기', '이름, 사용자 이름, 사진, 언어'],
    email: ['이메일 주소 보기', '인증된 이메일 주소'],
    phone: ['전화번호 보기', '인증된 전화번호'],
    offline: ['연결 유지', '자리를 비운 동안에도 권한을 취소할 때까지 액세스를 유지합니다'],
    'drive.read': [
      '파일 보기',
      '드라이브의 모든 항목을 보고 다운로드하며, 아무것도 변경하지 않습니다',
    ],
    drive: ['파일 사용', '드라이브의 모든 항목을 보고, 추가하고, 변경하고, 삭제합니다'],
    user: ['계정 관리', '이곳에서 본인이 할 수 있는 모든 작업'],
  },
  ms: {
    openid: ['Mengetahui siapa anda', 'Melihat ID akaun anda di sini'],
    profile: ['Melihat profil anda', 'Nama, nama pengguna, gambar dan bahasa'],
    email: ['Melihat alamat e-mel anda', 'Alamat yang telah anda sahkan'],
    phone: ['Melihat nombor telefon anda', 'Nombor yang telah anda sahkan'],
    offline: [
      'Kekal bersambung',
      'Mengekalkan akses ini semasa anda tiada, sehingga anda menariknya balik',
    ],
    'drive.read': [
      'Melihat fail anda',
      'Melihat dan memuat turun semua kandungan pemacu anda, tanpa mengubah apa-apa',
    ],
    drive: [
      'Menggunakan fail anda',
      'Melihat, menambah, mengubah dan memadamkan semua kandungan pemacu anda',
    ],
    user: ['Mengurus akaun anda', 'Semua yang anda sendiri boleh lakukan di sini'],
  },
  'zh-hans': {
    openid: ['识别您的身份', '查看您在此处的账号 ID'],
    profile: ['查看您的个人资料', '姓名、用户名、头像和语言'],
    email: ['查看您的邮箱地址', '您已验证的邮箱地址'],
    phone: ['查看您的手机号', '您已验证的手机号'],
    offline: ['保持连接', '在您离开期间保留此访问权限，直到您将其撤销'],
    'drive.read': ['查看您的文件', '查看和下载您云盘中的所有内容，但不做任何更改'],
    drive: ['使用您的文件', '查看、添加、更改和删除您云盘中的所有内容'],
    user: ['管理您的账号', '您本人在此可以进行的所有操作'],
  },
  'zh-hant': {
    openid: ['識別您的身分', '查看您在此處的帳號 ID'],
    profile: ['查看您的個人資料', '姓名、使用者名稱、大頭照和語言'],
    email: ['查看您的電子郵件地址', '您已驗證的電子郵件地址'],
    phone: ['查看您的手機號碼', '您已驗證的手機號碼'],
    offline: ['保持連線', '在您離開期間保留此存取權限，直到您將其撤銷'],
    'drive.read': ['查看您的檔案', '查看和下載您雲端硬碟中的所有內容，但不做任何變更'],
    drive: ['使用您的檔案', '查看、新增、變更和刪除您雲端硬碟中的所有內容'],
    user: ['管理您的帳號', '您本人在此可以進行的所有操作'],
  },
}
