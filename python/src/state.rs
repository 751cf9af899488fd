//! Bare states, the objects that programs play by the million.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use plyground_catalog::AnyState;
use plyground_core::scene::text::{self, Charset};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::OrRaise;
use crate::level::{picture, theme};
use crate::world::{Place, World};

/// A position of a puzzle or a game, with its moves as numbers.
#[pyclass(module = "plyground._plyground")]
pub struct State {
    place: Place,
    /// States are not made for two threads at once; nobody else has the lock while Python has the interpreter.
    state: Mutex<Box<dyn AnyState>>,
}

impl State {
    /// A state of a world.
    pub fn new(place: Place, state: Box<dyn AnyState>) -> Self {
        Self { place, state: Mutex::new(state) }
    }

    /// What a callback sees of a state: the world's own object where it is one of Python, and this otherwise.
    pub fn seen<'py>(
        py: Python<'py>,
        place: &Place,
        state: Box<dyn AnyState>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if place.own
            && let Some(own) = state.own()
            && let Ok(object) = own.downcast::<Py<PyAny>>()
        {
            return Ok(object.into_bound(py));
        }
        Ok(Bound::new(py, Self::new(place.clone(), state))?.into_any())
    }

    /// Its world.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The state itself.
    pub fn bare(&self) -> MutexGuard<'_, Box<dyn AnyState>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bare_mut(&mut self) -> &mut Box<dyn AnyState> {
        self.state.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Raises what a callback raised meanwhile.
    fn or_trouble<T>(&self, value: T) -> PyResult<T> {
        match &self.place.trouble {
            Some(trouble) => trouble.settle(value),
            None => Ok(value),
        }
    }
}

/// A new array of zeros for so many planes.
pub fn planes<'py>(py: Python<'py>, shape: [usize; 3]) -> Bound<'py, PyArray3<u8>> {
    PyArray3::zeros(py, shape, false)
}

#[pymethods]
impl State {
    /// The world.
    fn world(&self) -> World {
        World(self.place.clone())
    }

    /// The numbers of the legal actions; none where it is over.
    fn legal_actions(&mut self) -> PyResult<Vec<usize>> {
        let actions = self.bare_mut().legal_actions();
        self.or_trouble(actions)
    }

    /// The legal actions as ones among zeros.
    fn legal_actions_mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let state = self.bare_mut();
        let array = PyArray1::zeros(py, state.action_count(), false);
        {
            let mut mask = array.try_readwrite()?;
            let mask = mask.as_slice_mut()?;
            for action in state.legal_actions() {
                if let Some(legal) = mask.get_mut(action) {
                    *legal = 1;
                }
            }
        }
        self.or_trouble(array)
    }

    /// Plays an action.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        let number = usize::try_from(action).unwrap_or(usize::MAX);
        let played = self.bare_mut().apply(number);
        self.or_trouble(())?;
        played.or_raise()
    }

    /// Plays the action that is written so.
    fn play(&mut self, text: &str) -> PyResult<()> {
        let action = self.string_to_action(text)?;
        self.bare_mut().apply(action).or_raise()
    }

    /// Whether nothing more can be played.
    fn is_terminal(&mut self) -> PyResult<bool> {
        let over = self.bare_mut().is_terminal();
        self.or_trouble(over)
    }

    /// What each side has at the end.
    fn returns(&mut self) -> PyResult<[f64; 2]> {
        let returns = self.bare_mut().returns();
        self.or_trouble(returns)
    }

    /// Whose move it is: 0 or 1.
    fn current_player(&mut self) -> PyResult<usize> {
        let side = self.bare_mut().to_move().index();
        self.or_trouble(side)
    }

    /// All actions are below this; 0 where they are numbered by their place among the legal ones.
    fn action_count(&mut self) -> usize {
        self.bare_mut().action_count()
    }

    /// A legal action as people write it.
    fn action_to_string(&mut self, action: i64) -> PyResult<String> {
        let number = usize::try_from(action).unwrap_or(usize::MAX);
        let text = self.bare_mut().action_text(number);
        self.or_trouble(())?;
        text.or_raise()
    }

    /// The number of the action that is written so.
    fn string_to_action(&mut self, text: &str) -> PyResult<usize> {
        let state = self.bare_mut();
        let mut known = Vec::new();
        for action in state.legal_actions() {
            let written = state.action_text(action).or_raise()?;
            if written == text {
                return Ok(action);
            }
            known.push((written, action));
        }
        if let Some((_, action)) = known.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Ok(*action);
        }
        self.or_trouble(())?;
        let names = known.iter().map(|(name, _)| name.as_str());
        Err(plyground_core::SpecError::unknown("move", text, names)).or_raise()
    }

    /// The position as planes × rows × columns of bytes, written into `out` where that is given.
    #[pyo3(signature = (out=None))]
    fn observation<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray3<u8>>>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let state = self.bare_mut();
        let shape = state.shape();
        let array = match out {
            Some(array) => array,
            None => planes(py, shape),
        };
        {
            let mut written = array.try_readwrite()?;
            let wrong = || {
                PyValueError::new_err(format!(
                    "out has the wrong form; expected {shape:?}, in order"
                ))
            };
            let slice = written.as_slice_mut().map_err(|_| wrong())?;
            if slice.len() != shape.iter().product::<usize>() {
                return Err(wrong());
            }
            state.observe(slice);
        }
        Ok(array)
    }

    /// The names of the planes of an observation.
    fn planes(&mut self) -> Vec<String> {
        self.bare_mut().planes().into_iter().map(Into::into).collect()
    }

    /// Planes, rows and columns of an observation.
    fn shape(&mut self) -> [usize; 3] {
        self.bare_mut().shape()
    }

    /// A few bytes that equal positions share.
    fn key<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bare_mut().key())
    }

    /// A copy, to go on with elsewhere.
    fn clone(&self) -> Self {
        Self::new(self.place.clone(), self.bare().clone_box())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The position as text, as its world writes it.
    fn text(&mut self) -> PyResult<String> {
        let text = self.bare_mut().text();
        self.or_trouble(text)
    }

    fn __str__(&mut self) -> PyResult<String> {
        let drawn = text::render(&self.bare_mut().scene(), Charset::Ascii);
        self.or_trouble(drawn)
    }

    fn __repr__(&mut self) -> PyResult<String> {
        let world = self.place.world.info().name;
        Ok(format!("<State of {world}>\n{}", self.__str__()?))
    }

    /// The position as SVG; notebooks show it.
    fn _repr_svg_(&mut self) -> PyResult<String> {
        let drawn = picture(&self.bare_mut().scene());
        self.or_trouble(drawn)
    }

    /// The position as a picture.
    #[pyo3(signature = (cell=48, dark=false))]
    fn png<'py>(
        &mut self,
        py: Python<'py>,
        cell: u32,
        dark: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let scene = self.bare_mut().scene();
        self.or_trouble(())?;
        let drawn = py.detach(|| plyground_picture::png(&scene, cell.clamp(4, 400), theme(dark)));
        Ok(PyBytes::new(py, &drawn.or_raise()?))
    }

    /// The position as it is written in Python, where the world is of Python.
    fn own<'py>(&mut self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let object = self.bare_mut().own()?.downcast::<Py<PyAny>>().ok()?;
        Some(object.into_bound(py))
    }
}
