/// Makes of a list of words the modules of these names, their listing and the one place where a name
/// becomes a method. Each module has an `info` and a `make`; nothing else knows of it.
macro_rules! methods {
    (
        $what:literal, usually $usual:ident:
        $($name:ident)*;
        fn make[$($generics:tt)*]($setup:ident: $given:ty) -> $made:ty;
    ) => {
        $(mod $name;)*

        /// The methods there are, as they are listed to people.
        pub fn methods() -> Vec<MethodInfo> {
            vec![$($name::info().named(stringify!($name))),*]
        }

        /// The method used where none is asked for.
        pub fn usual() -> MethodInfo {
            $usual::info().named(stringify!($usual))
        }

        /// The method of that name; an error suggests the nearest.
        pub fn method(name: &str) -> Result<MethodInfo, SpecError> {
            match name {
                $(stringify!($name) => Ok($name::info().named(stringify!($name))),)*
                _ => Err(SpecError::unknown($what, name, [$(stringify!($name)),*])),
            }
        }

        fn make<$($generics)*>(name: &str, $setup: $given) -> $made {
            match name {
                $(stringify!($name) => $name::make($setup),)*
                _ => Err(SpecError::unknown($what, name, [$(stringify!($name)),*])),
            }
        }
    };
}

pub(crate) use methods;
