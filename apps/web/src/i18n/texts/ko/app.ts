import type { texts as english } from '../en/app.ts'

export const texts: Record<keyof typeof english, string> = {
  'app.name': 'Awan',
  'app.language': '언어',
  'app.theme': '테마',
  'app.theme.system': '시스템',
  'app.theme.light': '밝게',
  'app.theme.dark': '어둡게',
  'app.skip': '본문으로 건너뛰기',
  'app.notifications': '알림',
  'app.close': '닫기',
  'app.cancel': '취소',
  'app.retry': '다시 시도',
  'app.loading': '불러오는 중',

  'error.title': '처리하지 못했습니다',
  'error.tooMany': '시도가 너무 많습니다. 잠시 후 다시 시도하세요.',
  'error.load': '불러오지 못했습니다',
  'error.load.hint': '연결을 확인한 다음 다시 시도하세요.',
  'error.crash': '페이지가 멈췄습니다',
  'error.crash.hint': '파일은 안전합니다. 페이지를 다시 불러와 계속하세요.',
  'error.reload': '다시 불러오기',
  'error.requestId': '요청 {id}',
  'error.copyRequestId': '요청 번호 복사',
  'error.copied': '복사됨',
  'error.dismiss': '닫기',

  'missing.title': '여기에는 아무것도 없습니다',
  'missing.hint': '주소를 잘못 입력했거나 페이지가 옮겨졌을 수 있습니다.',
  'missing.home': '내 파일로 가기',

  'password.show': '비밀번호 표시',
  'password.hide': '비밀번호 숨기기',

  'contact.country': '국가 또는 지역',
  'contact.country.search': '이름이나 코드로 검색',
  'contact.country.none': '일치하는 국가가 없습니다',
  'contact.country.notPhone': '전화번호가 아닙니다',

  'account.menu': '내 계정',
  'account.title': '계정',
  'account.manage': '계정 관리',
  'account.administration': '서버 관리',
  'account.signOut': '로그아웃',
  'account.signOut.uploading': '업로드가 진행 중입니다',
  'account.signOut.uploading.hint': '로그아웃하면 업로드가 취소됩니다.',
  'account.signOut.anyway': '취소하고 로그아웃',

  'verify.title.email': '이메일을 확인하세요',
  'verify.title.phone': '문자를 확인하세요',
  'verify.subtitle': '{contact}(으)로 여섯 자리 코드를 보냈습니다.',
  'verify.code': '여섯 자리 코드',
  'verify.code.short': '여섯 자리를 모두 입력하세요.',
  'verify.code.expired': '코드의 유효 기간이 지났습니다. 새 코드를 요청하세요.',
  'verify.submit': '확인',
  'verify.resend': '새 코드 보내기',
  'verify.resendIn': '{seconds}초 후 새 코드',
  'verify.sent': '새 코드를 보냈습니다.',

  'account.guest': '게스트',
  'account.add': '다른 계정 추가',
  'account.all': '모든 계정',
  'account.others': '전환',

  'guest.banner':
    '계정 없이 이용 중입니다. 이 브라우저를 지우거나 90일 동안 쓰지 않으면 파일이 사라집니다.',
  'guest.banner.label': '내 파일 안내',
  'guest.create': '계정 만들기',
  'guest.signIn': '계정이 있습니다',
  'guest.leave.title': '파일을 두고 떠날까요?',
  'guest.leave.text':
    '게스트로는 다시 로그인할 수 없습니다. 로그아웃하면 여기 있는 파일에 다시는 접근할 수 없습니다.',
  'guest.leave.anyway': '그래도 로그아웃',

  'date.today': '오늘 {time}',
  'date.yesterday': '어제',
  'goodbye.title': '계정이 삭제됩니다',
  'goodbye.until':
    '{date}까지 평소처럼 로그인하면 복원할 수 있습니다. 그 후에는 영구히 사라집니다.',
  'goodbye.signIn': '로그인으로 가기',
}
