//! The secret that a client of the HTTP server must know.

use std::fmt;

use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Fewest characters of a secret that somebody chose.
pub const TOKEN_MIN_CHARS: usize = 16;
/// Most characters of a secret.
pub const TOKEN_MAX_CHARS: usize = 1024;

/// A bearer token. It keeps the digest of the secret, not the secret: there is nothing in it to leak.
#[derive(Clone)]
pub struct Token {
    digest: [u8; 32],
}

/// A text that can't be a secret: too short, too long, or with characters that a header can't carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadToken;

impl Token {
    /// Makes a secret of 64 hex digits, 244 bits of them random. The second value is the secret.
    #[must_use]
    pub fn generate() -> (Self, String) {
        let secret = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
        (Self { digest: digest(secret.as_bytes()) }, secret)
    }

    /// Takes a secret of [`TOKEN_MIN_CHARS`] to [`TOKEN_MAX_CHARS`] visible ASCII characters.
    ///
    /// # Errors
    ///
    /// [`BadToken`] for any other text.
    pub fn new(secret: &str) -> Result<Self, BadToken> {
        let sized = (TOKEN_MIN_CHARS..=TOKEN_MAX_CHARS).contains(&secret.len());
        if !sized || !secret.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(BadToken);
        }
        Ok(Self { digest: digest(secret.as_bytes()) })
    }

    /// Whether this is the secret. How long it takes says nothing about how much of it is right.
    #[must_use]
    pub fn matches(&self, given: &[u8]) -> bool {
        let differing = digest(given).iter().zip(&self.digest).fold(0, |seen, (a, b)| seen | (a ^ b));
        differing == 0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").finish_non_exhaustive()
    }
}

fn digest(secret: &[u8]) -> [u8; 32] {
    Sha256::digest(secret).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_matches_its_secret_alone() {
        let (token, secret) = Token::generate();
        assert_eq!(secret.len(), 64);
        assert!(token.matches(secret.as_bytes()));
        assert!(!token.matches(&secret.as_bytes()[1..]));
        assert!(!token.matches(b""));
        assert_ne!(secret, Token::generate().1);
        assert!(Token::new(&secret).is_ok_and(|token| token.matches(secret.as_bytes())));
    }

    #[test]
    fn a_secret_is_long_enough_and_fits_a_header() {
        for secret in ["", "fifteen-letters", "sixteen letters!", "sixteen-lettersé"] {
            assert_eq!(Token::new(secret).err(), Some(BadToken), "{secret:?}");
        }
        assert!(Token::new("sixteen-letters!").is_ok());
    }

    #[test]
    fn nothing_of_a_token_is_shown() {
        let (token, _) = Token::generate();
        assert_eq!(format!("{token:?}"), "Token { .. }");
    }
}
