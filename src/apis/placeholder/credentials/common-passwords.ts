/** Passwords of eight and more characters that lead every list of leaked ones, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 0123456789 9876543210 987654321 87654321 11111111 111111111 00000000 22222222 88888888
   99999999 12341234 11223344 12344321 123123123 123454321 147258369 123456abc abc12345 abcd1234 abcdefgh a1b2c3d4
   1q2w3e4r 1qaz2wsx 1q2w3e4r5t q1w2e3r4 zaq12wsx qazwsxedc qwer1234 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop
   asdfghjk asdfghjkl asdf1234 zxcvbnm1 password password1 password12 password123 password1234 password! password1!
   passw0rd p@ssw0rd p@ssword pa55word pass1234 pass12345 welcome1 welcome123 letmein1 letmein123 iloveyou iloveyou1
   sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman superman1 batman123
   starwars trustno1 whatever computer internet internet1 michelle jennifer jessica1 charlie1 jordan23 michael1 ashley12
   samantha danielle victoria elephant butterfly chocolate midnight mountain master123 admin123 admin1234 administrator
   changeme changeme1 default1 secret123 test1234 testtest user1234 root1234 login123 hello123 helloworld monkey123
   dragon123 shadow123 liverpool chelsea1 arsenal1 manchester barcelona spiderman pokemon1 minecraft blink182 access14
   mustang1 corvette mercedes porsche1 harley123 yankees1 rangers1 summer2024 summer2025 winter2024 winter2025
   correcthorsebatterystaple`.split(/\s+/),
);
