//! The simulator's workflows.
